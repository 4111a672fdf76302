package dev.hyperterse.compiler.upstream;

import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.compiler.items.OwnSections;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool.ToolOverride;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the tool of one definition: of what the object says for all, what the definition says, and what overrides say. */
final class DefinedTool {
    private static final int LONGEST_DESCRIPTION = 8_192;
    private static final int LONGEST_TITLE = 256;
    private static final int LONGEST_NAME = 128;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");

    private final ToolSpec spec;
    private final UpstreamTool upstream;

    DefinedTool(ToolSpec spec, UpstreamTool upstream) {
        this.spec = spec;
        this.upstream = upstream;
    }

    /** The part of a tool that holds whatever its definition says. */
    ToolSpec shared(Optional<ToolOverride> override) {
        return OwnSections.withoutDocument(override.flatMap(ToolOverride::hints), spec.confirm(), Optional.empty())
                .within(spec);
    }

    boolean isReadOnly(JsonNode definition, Optional<ToolOverride> override) {
        return hints(definition, override).readOnly().orElse(false);
    }

    Checked<ToolSpec> of(JsonNode definition, Optional<ToolOverride> override) {
        var name = definition.path("name").asString("");
        var shown = override.flatMap(ToolOverride::name).orElse(name);
        if (name.isEmpty()
                || name.length() > LONGEST_NAME
                || !NAME.matcher(shown).matches()) {
            return faulty(
                    "upstream-name",
                    "its name is empty, longer than %d characters, or has others than letters, digits, _, . and -"
                            .formatted(LONGEST_NAME),
                    "give it a name in spec.mcp.overrides, or leave it out by spec.mcp.select");
        }
        if (HiddenCharacters.areIn(definition)) {
            return faulty(
                    "upstream-text",
                    "its definition has characters that are not visible",
                    "leave the tool out, and ask its owner what they are for");
        }
        var schema = definition.path("inputSchema");
        if (!schema.isObject()) {
            return faulty("upstream-schema", "its definition has no inputSchema", "import the definitions again");
        }
        var hints = hints(definition, override);
        return Checked.sound(new OwnSections(
                        Optional.of(override.flatMap(ToolOverride::name)
                                .orElseGet(() -> upstream.prefix().orElse("") + name)),
                        override.flatMap(ToolOverride::title)
                                .or(() -> title(definition))
                                .map(it -> OwnSections.bounded(it, LONGEST_TITLE)),
                        override.flatMap(ToolOverride::description)
                                .or(() -> text(definition, "description"))
                                .map(it -> OwnSections.bounded(it, LONGEST_DESCRIPTION)),
                        Optional.of(hints),
                        spec.confirm().map(it -> it && hints.destructive().orElse(false)),
                        Optional.of(schema(schema)),
                        Optional.of(definition.path("outputSchema"))
                                .filter(JsonNode::isObject)
                                .map(DefinedTool::schema),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(UpstreamTool.approved(
                                upstream.adapter(), name, UpstreamDefinition.TOOL.digest(definition))))
                .within(spec));
    }

    /** An author who wants to be asked is asked before each call of a tool that does not only read. */
    private Hints hints(JsonNode definition, Optional<ToolOverride> override) {
        var written = override.flatMap(ToolOverride::hints);
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

    private static Optional<String> title(JsonNode definition) {
        return text(definition, "title").or(() -> text(definition.path("annotations"), "title"));
    }

    private static Optional<String> text(JsonNode node, String name) {
        return node.path(name).stringValueOpt().filter(it -> !it.isBlank());
    }

    /** Servers state an older draft, and mean nothing that has another meaning in the current one. */
    private static JsonText schema(JsonNode schema) {
        var known = schema.deepCopy();
        ((ObjectNode) known).remove("$schema");
        return new JsonText(known.toString());
    }

    private static Checked<ToolSpec> faulty(String rule, String message, String remedy) {
        return Checked.faulty(Problem.of(Reason.InvalidRequest, "spec.mcp.definitions", rule, message, remedy));
    }
}
