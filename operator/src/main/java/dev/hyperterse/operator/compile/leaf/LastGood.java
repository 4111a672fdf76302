package dev.hyperterse.operator.compile.leaf;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the published version of a leaf can go on being served. It is linked again, against the adapters and grants of
 * now: a revoked grant must not live on in an old version.
 */
public final class LastGood {
    private LastGood() {}

    /** What keeps the version from being served; nothing where it can be. */
    public static Optional<Problem> obstacle(Leaf published, LeafLinker linker) {
        return switch (published) {
            case ToolLeaf tool -> ofAction(tool.action(), published, linker);
            case PromptLeaf _ -> Optional.empty();
            case ResourceLeaf resource ->
                switch (resource.body()) {
                    case ResourceLeaf.Body.Text _, ResourceLeaf.Body.Blob _ -> Optional.empty();
                    case ResourceLeaf.Body.Computed computed -> ofAction(computed.action(), published, linker);
                };
        };
    }

    private static Optional<Problem> ofAction(Action action, Leaf published, LeafLinker linker) {
        return switch (action) {
            case Action.RunSql sql -> ofStatement(sql, published, linker);
        };
    }

    private static Optional<Problem> ofStatement(Action.RunSql sql, Leaf published, LeafLinker linker) {
        var namespace = published.identity().namespace();
        return switch (linker.adapter(namespace, sql.adapter())) {
            case AdapterLink.Usable usable ->
                usable.dialect() == sql.statement().dialect()
                        ? ofEnvironment(sql, namespace, linker)
                        // Another engine under the same name: what the version was compiled for is gone.
                        : Optional.of(StatementLinker.missing(sql.adapter()));
            case AdapterLink.Missing _ -> Optional.of(StatementLinker.missing(sql.adapter()));
            case AdapterLink.NotGranted _ -> Optional.of(StatementLinker.notGranted(sql.adapter()));
            case AdapterLink.Faulty _ -> Optional.of(StatementLinker.faulty(sql.adapter()));
        };
    }

    private static Optional<Problem> ofEnvironment(Action.RunSql sql, String namespace, LeafLinker linker) {
        var readable = linker.environment(namespace);
        return sql.statement().segments().stream()
                .flatMap(LastGood::variables)
                .filter(name -> !readable.contains(name))
                .findFirst()
                .map(name -> Problem.of(
                        Reason.NotAllowedEnv,
                        "spec.statement.text",
                        "environment-granted",
                        "the last good version reads '%s', which this namespace may not read".formatted(name),
                        "the owner of the server can grant it in spec.env"));
    }

    private static Stream<String> variables(Segment segment) {
        return switch (segment) {
            case Segment.Text _ -> Stream.empty();
            case Segment.Parameter parameter -> ofValue(parameter.value());
            case Segment.ArrayParameter array -> ofReference(array.list());
            case Segment.ItemList list -> ofReference(list.list());
            case Segment.Choice choice -> ofReference(choice.reference());
            case Segment.EnvironmentIdentifier(var name) -> Stream.of(name);
        };
    }

    private static Stream<String> ofValue(Value value) {
        return switch (value) {
            case Value.Whole(var reference) -> ofReference(reference);
            case Value.Concatenation(var pieces) ->
                pieces.stream()
                        .flatMap(piece -> piece instanceof Value.Inserted inserted
                                ? ofReference(inserted.reference())
                                : Stream.<String>empty());
        };
    }

    private static Stream<String> ofReference(Reference reference) {
        return reference instanceof Reference.Environment(var name) ? Stream.of(name) : Stream.empty();
    }
}
