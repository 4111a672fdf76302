package dev.hyperterse.compiler.upstream;

import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.compiler.items.OwnSections;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The rules and texts that definitions of all kinds have. */
final class DefinitionRules {
    private static final Pattern NAME = Pattern.compile(Formats.TOOL_NAME);
    private static final Pattern NOT_OF_NAMES = Pattern.compile("[^A-Za-z0-9_.-]+");

    private DefinitionRules() {}

    /** @param shown the name that clients see, without a prefix */
    static Optional<Problem> ofName(String name, String shown) {
        return name.isEmpty()
                        || name.length() > Bounds.TOOL_NAME
                        || !NAME.matcher(shown).matches()
                ? Optional.of(problem(
                        "upstream-name",
                        "its name is empty, longer than %d characters, or has others than letters, digits, _, . and -"
                                .formatted(Bounds.TOOL_NAME),
                        "give it a name in spec.mcp.overrides, or leave it out by spec.mcp.select"))
                : Optional.empty();
    }

    static Optional<Problem> ofTexts(UpstreamDefinition kind, JsonNode definition) {
        return HiddenCharacters.areIn(definition)
                ? Optional.of(problem(
                        "upstream-text",
                        "its definition has characters that are not visible",
                        "leave the %s out, and ask its owner what they are for".formatted(kind.word())))
                : Optional.empty();
    }

    static Problem problem(String rule, String message, String remedy) {
        return Reason.InvalidRequest.problem("spec.mcp.definitions", rule, message, remedy);
    }

    static Optional<String> title(JsonNode definition, Optional<Choice.Override> override) {
        return override.flatMap(Choice.Override::title)
                .or(() -> text(definition, "title"))
                .map(it -> OwnSections.bounded(it, Bounds.TITLE));
    }

    static Optional<String> description(JsonNode definition, Optional<Choice.Override> override) {
        return override.flatMap(Choice.Override::description)
                .or(() -> text(definition, "description"))
                .map(it -> OwnSections.bounded(it, Bounds.DESCRIPTION));
    }

    static Optional<String> text(JsonNode node, String name) {
        return node.path(name).stringValueOpt().filter(it -> !it.isBlank());
    }

    /** The text without what no name of an item may have. */
    static String asName(String text, int longest) {
        var name = NOT_OF_NAMES.matcher(text).replaceAll("-");
        return name.isEmpty() ? "unnamed" : name.substring(0, Math.min(name.length(), longest));
    }
}
