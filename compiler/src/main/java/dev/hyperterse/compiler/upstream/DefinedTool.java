package dev.hyperterse.compiler.upstream;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.compiler.items.OwnSections;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the tool of one definition: of what the object says for all, what the definition says, and what overrides say. */
record DefinedTool(ToolSpec spec, UpstreamTool upstream, Choice choice) implements DefinedKind {
    DefinedTool(ToolSpec spec, UpstreamTool upstream) {
        this(
                spec,
                upstream,
                new Choice(
                        upstream.select().map(UpstreamTool.Select::tools).orElseGet(List::of),
                        upstream.overrides().stream().map(Choice.Override::of).toList()));
    }

    @Override
    public LeafKind kind() {
        return LeafKind.Tool;
    }

    @Override
    public List<UpstreamDefinition> lists() {
        return List.of(UpstreamDefinition.TOOL);
    }

    @Override
    public boolean isSelected(UpstreamDefinition kind, JsonNode definition) {
        var name = kind.key(definition);
        return isSelected(
                name, () -> hints(definition, choice.override(name)).readOnly().orElse(false));
    }

    @Override
    public boolean isSelected(Action published) {
        return published instanceof Action.CallTool call && isSelected(call.tool(), call::readOnly);
    }

    private boolean isSelected(String name, BooleanSupplier readOnly) {
        var onlyReading =
                upstream.select().flatMap(UpstreamTool.Select::readOnly).orElse(false);
        return choice.has(name) && (!onlyReading || readOnly.getAsBoolean());
    }

    @Override
    public ToolSpec shared(String key) {
        var hints = choice.overrides().stream()
                .filter(it -> key(it.of()).equals(key))
                .findFirst()
                .flatMap(Choice.Override::hints);
        return OwnSections.withoutDocument(hints, spec.confirm(), Optional.empty())
                .within(spec);
    }

    @Override
    public Checked<LeafSpec> of(UpstreamDefinition kind, JsonNode definition) {
        var name = kind.key(definition);
        var override = choice.override(name);
        var broken = DefinitionRules.ofName(
                        name, override.flatMap(Choice.Override::name).orElse(name))
                .or(() -> DefinitionRules.ofTexts(kind, definition));
        if (broken.isPresent()) {
            return Checked.faulty(broken.get());
        }
        var schema = definition.path("inputSchema");
        if (!schema.isObject()) {
            return Checked.faulty(DefinitionRules.problem(
                    "upstream-schema", "its definition has no inputSchema", "import the definitions again"));
        }
        var hints = hints(definition, override);
        return Checked.sound(new OwnSections(
                        Optional.of(override.flatMap(Choice.Override::name)
                                .orElseGet(() -> upstream.prefix().orElse("") + name)),
                        DefinitionRules.title(definition, override)
                                .or(() -> DefinitionRules.title(definition.path("annotations"), override)),
                        DefinitionRules.description(definition, override),
                        Optional.of(hints),
                        spec.confirm().map(it -> it && hints.destructive().orElse(false)),
                        Optional.of(schema(schema)),
                        Optional.of(definition.path("outputSchema"))
                                .filter(JsonNode::isObject)
                                .map(DefinedTool::schema),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(UpstreamTool.approved(upstream.adapter(), name, kind.digest(definition))))
                .within(spec));
    }

    /** An author who wants to be asked is asked before each call of a tool that does not only read. */
    private Hints hints(JsonNode definition, Optional<Choice.Override> override) {
        var written = override.flatMap(Choice.Override::hints);
        var annotations = definition.path("annotations");
        var readOnly = written.flatMap(Hints::readOnly).or(() -> truth(annotations, "readOnlyHint"));
        var asks = spec.confirm().orElse(false) && !readOnly.orElse(false);
        // The other server does not decide whether a user is asked.
        var destructive = written.flatMap(Hints::destructive)
                .or(() -> Optional.of(true).filter(_ -> asks))
                .or(() -> truth(annotations, "destructiveHint"));
        return new Hints(
                readOnly,
                destructive,
                written.flatMap(Hints::idempotent).or(() -> truth(annotations, "idempotentHint")),
                written.flatMap(Hints::openWorld).or(() -> truth(annotations, "openWorldHint")));
    }

    private static Optional<Boolean> truth(JsonNode annotations, String name) {
        return Optional.of(annotations.path(name)).filter(JsonNode::isBoolean).map(JsonNode::booleanValue);
    }

    /** Servers state an older draft, and mean nothing that has another meaning in the current one. */
    private static JsonText schema(JsonNode schema) {
        var known = schema.deepCopy();
        ((ObjectNode) known).remove("$schema");
        return new JsonText(known.toString());
    }
}
