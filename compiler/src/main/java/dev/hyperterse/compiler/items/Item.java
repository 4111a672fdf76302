package dev.hyperterse.compiler.items;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One definition of an object that brings many.
 *
 * @param name identifies it among the items of its object; stays the same as long as its source means the same by it
 * @param origin what it was made of, for people, such as {@code GET /pets}
 * @param path the field of the object that holds or names the document
 * @param position in the document
 * @param shared what the object asks of this item, whether or not one can be made of it; protects its last good version
 * @param spec the definition, or why none can be made of it
 */
public record Item(
        String name, String origin, String path, Optional<Position> position, LeafSpec shared, Checked<LeafSpec> spec) {
    /** Members that its author wrote for all items; the others were made of the document. */
    private static final Set<String> WRITTEN = Set.of(
            "auth",
            "cache",
            "callableFrom",
            "confirm",
            "icons",
            "limits",
            "result",
            "serverRefs",
            "suspend",
            "timeout");

    /** Of an item beside its long texts, whether or not a definition can be made of it. */
    private static final long OWN_LENGTH = 2 << 10;

    /** An item that is not found because of problems of its object or document. */
    static Item missing(String name, String path, LeafSpec shared, List<Problem> problems) {
        return new Item(name, "", path, Optional.empty(), shared, Checked.faulty(problems));
    }

    /** The name, or where another item has it the name with the first free number; it is taken then. */
    public static String free(String name, Set<String> taken) {
        var free = name;
        for (var number = 2; !taken.add(free); number++) {
            free = name + "-" + number;
        }
        return free;
    }

    /** The same with no older version in its place. */
    public Item withoutLastGood() {
        return new Item(name, origin, path, position, shared, spec.mapProblems(Problem::failingClosed));
    }

    /** The definition as far as it is known. */
    public LeafSpec known() {
        return spec.valid().orElse(shared);
    }

    /** The characters of the texts that a document can make long, and what the item takes beside them. */
    long length() {
        var texts = spec.valid().stream()
                .flatMap(Item::texts)
                .flatMap(Optional::stream)
                .mapToLong(String::length)
                .sum();
        return OWN_LENGTH + texts;
    }

    private static Stream<Optional<String>> texts(LeafSpec spec) {
        return switch (spec) {
            case ToolSpec tool ->
                Stream.of(
                        tool.description(),
                        tool.inputSchema().map(JsonText::text),
                        tool.outputSchema().map(JsonText::text));
            case PromptSpec prompt ->
                Stream.concat(
                        Stream.of(prompt.description()),
                        prompt.arguments().stream()
                                .flatMap(it -> Stream.of(Optional.of(it.name()), it.title(), it.description())));
            case McpResourceSpec resource -> Stream.of(resource.description(), resource.uri(), resource.uriTemplate());
        };
    }

    /** A problem of the definition, at a field that its author knows. */
    public Problem placed(Problem problem) {
        var segments = problem.segments();
        if (segments.size() < 2 || isWritten(segments.get(1))) {
            return problem;
        }
        if (segments.getLast().equals("adapter")) {
            // The one member that its author wrote in the section of the document.
            return moved(problem, section() + ".adapter", Optional.empty(), problem.message());
        }
        var field = problem.path().substring(problem.path().indexOf('.') + 1);
        return moved(problem, path, position, "%s: %s: %s".formatted(origin, field, problem.message()));
    }

    /** A document has no faulty hints of a resource. */
    private boolean isWritten(String member) {
        return WRITTEN.contains(member) || member.equals("hints") && shared instanceof McpResourceSpec;
    }

    /** Such as {@code spec.openapi}. */
    private String section() {
        return path.substring(0, path.indexOf('.', path.indexOf('.') + 1));
    }

    private static Problem moved(Problem problem, String path, Optional<Position> position, String message) {
        return new Problem(
                problem.reason(),
                path,
                position,
                Optional.empty(),
                problem.rule(),
                message,
                problem.remedy(),
                problem.failsClosed());
    }
}
