package dev.hyperterse.compiler.upstream;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.compiler.leaf.link.Presentation;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.action.UpstreamPrompt;
import dev.hyperterse.crds.v1alpha1.input.Argument;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Makes the prompt of one definition: of what the object says for all, what the definition says, and what overrides say. */
record DefinedPrompt(PromptSpec spec, UpstreamPrompt upstream, Choice choice) implements DefinedKind {
    private static final int MOST_ARGUMENTS = 64;

    DefinedPrompt(PromptSpec spec, UpstreamPrompt upstream) {
        this(
                spec,
                upstream,
                new Choice(
                        upstream.select().map(UpstreamPrompt.Select::prompts).orElseGet(List::of),
                        upstream.overrides().stream().map(Choice.Override::of).toList()));
    }

    @Override
    public LeafKind kind() {
        return LeafKind.Prompt;
    }

    @Override
    public List<UpstreamDefinition> lists() {
        return List.of(UpstreamDefinition.PROMPT);
    }

    @Override
    public boolean isSelected(UpstreamDefinition kind, JsonNode definition) {
        return choice.has(kind.key(definition));
    }

    @Override
    public boolean isSelected(Action published) {
        return published instanceof Action.GetPrompt get && choice.has(get.prompt());
    }

    @Override
    public PromptSpec shared(String key) {
        return with(Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    @Override
    public Checked<LeafSpec> of(UpstreamDefinition kind, JsonNode definition) {
        var name = kind.key(definition);
        var override = choice.override(name);
        var ownName = override.flatMap(Choice.Override::name);
        var arguments = definition.path("arguments");
        return DefinitionRules.ofName(name, ownName.orElse(name))
                .or(() -> DefinitionRules.ofTexts(kind, definition))
                .or(() -> ofArguments(arguments))
                .<Checked<LeafSpec>>map(Checked::faulty)
                .orElseGet(() -> Checked.sound(with(
                        ownName.or(() -> Optional.of(upstream.prefix().orElse("") + name)),
                        DefinitionRules.title(definition, override),
                        DefinitionRules.description(definition, override),
                        arguments.valueStream().map(DefinedPrompt::argument).toList(),
                        Optional.of(UpstreamPrompt.approved(upstream.adapter(), name, kind.digest(definition))))));
    }

    /** A prompt that leaves an argument out is not the one that its owner means. */
    private static Optional<Problem> ofArguments(JsonNode arguments) {
        if (arguments.isMissingNode() || arguments.isNull()) {
            return Optional.empty();
        }
        if (!arguments.isArray() || arguments.size() > MOST_ARGUMENTS) {
            return Optional.of(faulty("its arguments are no list of at most %d".formatted(MOST_ARGUMENTS)));
        }
        var names = new HashSet<String>();
        return arguments
                .valueStream()
                .map(DefinedPrompt::name)
                .flatMap(name -> ofArgument(name, names.add(name)).stream())
                .findFirst();
    }

    private static Optional<Problem> ofArgument(String name, boolean first) {
        if (name.length() > Bounds.TOOL_NAME || !Presentation.isArgument(name)) {
            return Optional.of(faulty(
                    "one of its arguments has a name that is empty, longer than %d characters, or has others than letters, digits, _, . and -"
                            .formatted(Bounds.TOOL_NAME)));
        }
        return first
                ? Optional.empty()
                : Optional.of(faulty("two of its arguments have the name '%s'".formatted(name)));
    }

    private static Problem faulty(String message) {
        return DefinitionRules.problem(
                "upstream-arguments",
                message,
                "leave the prompt out by spec.mcp.select, or ask its owner to correct it");
    }

    private static Argument argument(JsonNode argument) {
        return new Argument(
                name(argument),
                DefinitionRules.title(argument, Optional.empty()),
                DefinitionRules.description(argument, Optional.empty()),
                Optional.of(argument.path("required"))
                        .filter(JsonNode::isBoolean)
                        .map(JsonNode::booleanValue),
                List.of());
    }

    private static String name(JsonNode argument) {
        return argument.path("name").asString("");
    }

    private PromptSpec with(
            Optional<String> name,
            Optional<String> title,
            Optional<String> description,
            List<Argument> arguments,
            Optional<UpstreamPrompt> mcp) {
        return new PromptSpec(
                spec.serverRefs(),
                Optional.empty(),
                name,
                title,
                description,
                spec.icons(),
                arguments,
                List.of(),
                Optional.empty(),
                mcp,
                spec.auth());
    }
}
