package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.runtime.live.ListedTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What makes models choose a tool and fill in its inputs, beyond what makes it work: the rules of the programs that
 * {@code .ci/judges} runs, as far as they concern authors. Tools whose descriptions are ours, or in a document, are left
 * out.
 */
public final class AuthorRules {
    /** Clients cut longer descriptions. */
    private static final int MOST_CHARACTERS = 2048;

    /** The cost of a tool in a list: as much as five usual ones. */
    private static final int MOST_TOKENS = 800;

    private static final int FEWEST_WORDS = 6;

    /** A description may say the verbs in other words, and the small words not at all. */
    private static final Set<String> LEFT_OUT = Set.of(
            "add", "count", "create", "delete", "find", "get", "list", "remove", "run", "search", "set", "show",
            "update", "all", "and", "for", "from", "per", "the", "with");

    /** Words by which English is known. */
    private static final Set<String> ENGLISH =
            Set.of("the", "of", "and", "with", "each", "by", "for", "from", "to", "its", "their", "this", "returns");

    private static final List<String> BOUNDS =
            List.of("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems");

    /** In the order a reader would check them. */
    private static final List<Function<Map<?, ?>, Optional<Finding>>> OF_TOOLS =
            List.of(AuthorRules::title, AuthorRules::hints, AuthorRules::sentence, AuthorRules::length);

    private static final List<Function<Map<?, ?>, Optional<Finding>>> OF_INPUTS =
            List.of(AuthorRules::inputDescription, AuthorRules::bounds);

    private final Snapshot snapshot;
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    private record Finding(String field, String rule, String message, String remedy) {}

    private AuthorRules(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** @param compiled the servers of the snapshot */
    public static List<Diagnostic> of(Snapshot snapshot, List<CompiledServer> compiled) {
        var rules = new AuthorRules(snapshot);
        rules.tools().forEach(rules::tool);
        compiled.forEach(rules::tokens);
        return rules.diagnostics;
    }

    private Stream<Manifest> tools() {
        return snapshot.manifests().of(ManifestKind.TOOL).stream()
                .filter(tool -> !snapshot.refused().contains(tool))
                .filter(tool -> !SilentMistakes.isDescribedElsewhere(tool.spec()));
    }

    private void tool(Manifest tool) {
        var spec = tool.spec();
        OF_TOOLS.forEach(rule -> rule.apply(spec).ifPresent(finding -> warn(tool, "spec", finding)));
        words(tool).ifPresent(finding -> warn(tool, "spec", finding));
        var inputs = tool.list("inputs");
        for (var index = 0; index < inputs.size(); index++) {
            var input = SilentMistakes.map(inputs.get(index));
            var path = FieldPath.item("spec.inputs", index);
            // A model does not see an input that the server fills in.
            if (!input.containsKey("source")) {
                OF_INPUTS.forEach(rule -> rule.apply(input).ifPresent(finding -> warn(tool, path, finding)));
            }
        }
    }

    private static Optional<Finding> title(Map<?, ?> spec) {
        return text(spec, "title").isBlank()
                ? finding("", "no-title", "has no title, which clients show to people", "write title: a few words")
                : Optional.empty();
    }

    /** The effect of statements and requests is known. */
    private static Optional<Finding> hints(Map<?, ?> spec) {
        return spec.containsKey("script")
                        && !SilentMistakes.map(spec.get("hints")).containsKey("readOnly")
                ? finding(
                        "",
                        "no-hints",
                        "does not say whether its script only reads, so clients ask people before each call",
                        "write hints: {readOnly: true}, or false")
                : Optional.empty();
    }

    private static Optional<Finding> sentence(Map<?, ?> spec) {
        var description = text(spec, "description").strip();
        // None at all is a warning anyway.
        if (description.isEmpty()
                || !isEnglish(description)
                || Pattern.compile("[.!?][)\"'\u201d\u2019]*$")
                                .matcher(description)
                                .find()
                        && wordsOf(description).size() >= FEWEST_WORDS) {
            return Optional.empty();
        }
        return finding(
                ".description",
                "description-no-sentence",
                "is not a sentence of at least %d words".formatted(FEWEST_WORDS),
                "say what the tool does and what it returns, and end with a full stop");
    }

    private static Optional<Finding> length(Map<?, ?> spec) {
        var length = text(spec, "description").length();
        return length > MOST_CHARACTERS
                ? finding(
                        ".description",
                        "description-too-long",
                        "has %d characters, and clients cut descriptions at %d".formatted(length, MOST_CHARACTERS),
                        "leave out what the inputs say themselves")
                : Optional.empty();
    }

    private static Optional<Finding> words(Manifest tool) {
        var spec = tool.spec();
        var said = wordsOf(text(spec, "description"));
        var name = Optional.of(text(spec, "toolName"))
                .filter(it -> !it.isEmpty())
                .orElse(tool.key().name());
        var missing = wordsOf(name).stream()
                .filter(word -> word.length() > 2 && !LEFT_OUT.contains(word))
                .filter(word -> said.stream().noneMatch(it -> it.startsWith(stem(word))))
                .distinct()
                .toList();
        return said.isEmpty() || missing.isEmpty() || !isEnglish(text(spec, "description"))
                ? Optional.empty()
                : finding(
                        ".description",
                        "description-without-name",
                        "does not have the word%s '%s' of the name"
                                .formatted(missing.size() == 1 ? "" : "s", String.join("', '", missing)),
                        "use the same words, because models search both");
    }

    private static Optional<Finding> inputDescription(Map<?, ?> input) {
        return text(input, "description").isBlank() && !"cursor".equals(input.get("type"))
                ? finding(
                        "",
                        "input-no-description",
                        "has no description, by which models fill it in",
                        "write description: what it is, its unit, and an example")
                : Optional.empty();
    }

    private static Optional<Finding> bounds(Map<?, ?> input) {
        var said = text(input, "description").replaceAll("(?<=[0-9])[,. _](?=[0-9]{3})", "");
        // That something is not negative or not empty goes without saying.
        var unsaid = BOUNDS.stream()
                .filter(input::containsKey)
                .map(bound -> String.valueOf(input.get(bound)))
                .filter(value -> !value.equals("0") && !value.equals("1"))
                .filter(value -> !Pattern.compile("(?<![0-9])" + Pattern.quote(value) + "(?![0-9])")
                        .matcher(said)
                        .find())
                .distinct()
                .collect(Collectors.joining(" and "));
        return said.isBlank() || unsaid.isEmpty() || input.containsKey("format")
                ? Optional.empty()
                : finding(
                        ".description",
                        "bounds-not-said",
                        "does not name the bound " + unsaid,
                        "write it with its unit, such as \"at most %s characters\"".formatted(unsaid));
    }

    private void tokens(CompiledServer server) {
        if (!server.publishable()) {
            return;
        }
        var leaves = server.served().stream()
                .map(CompiledServer.Served::leaf)
                .filter(ToolLeaf.class::isInstance)
                .map(ToolLeaf.class::cast)
                .toList();
        var costs = ListedTokens.of(server.settings().orElseThrow(), leaves).byTool();
        leaves.stream()
                .filter(leaf -> costs.getOrDefault(leaf.name(), 0) > MOST_TOKENS)
                .forEach(leaf -> tools().filter(tool -> tool.key()
                                        .name()
                                        .equals(leaf.identity().name())
                                && tool.key().namespace().equals(leaf.identity().namespace()))
                        .forEach(tool -> warn(
                                tool,
                                "spec",
                                new Finding(
                                        "",
                                        "many-tokens",
                                        "costs %d tokens in a list of tools, and more than %d are rarely worth it"
                                                .formatted(costs.get(leaf.name()), MOST_TOKENS),
                                        "shorten descriptions, enums and the outputSchema"))));
    }

    private void warn(Manifest tool, String path, Finding finding) {
        var field = path + finding.field();
        diagnostics.add(tool.finding(Severity.WARNING, field, finding.rule(), finding.message(), finding.remedy()));
    }

    private static Optional<Finding> finding(String field, String rule, String message, String remedy) {
        return Optional.of(new Finding(field, rule, message, remedy));
    }

    /** Words of other languages are not those of a name, and some have no spaces between them. */
    private static boolean isEnglish(String text) {
        var words = wordsOf(text);
        return words.stream().anyMatch(ENGLISH::contains)
                || words.size() < FEWEST_WORDS && text.chars().allMatch(it -> it < 128);
    }

    private static List<String> wordsOf(String text) {
        return Pattern.compile("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})")
                .splitAsStream(text)
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Without what a plural or a third person changes: orders, categories, verifies. */
    private static String stem(String word) {
        return word.length() > 4 && word.endsWith("ies")
                ? word.substring(0, word.length() - 3)
                : word.length() > 4 && word.endsWith("y")
                        ? word.substring(0, word.length() - 1)
                        : word.length() > 3 && word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
    }

    private static String text(Map<?, ?> map, String field) {
        return map.get(field) instanceof String text ? text : "";
    }
}
