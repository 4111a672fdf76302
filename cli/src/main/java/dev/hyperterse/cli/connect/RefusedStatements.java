package dev.hyperterse.cli.connect;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.cli.validation.place.Located;
import dev.hyperterse.cli.validation.place.ReferredText;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.runtime.check.RefusedStatement;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Statements that a database refuses, as problems of the manifests that write them.
 *
 * @param catalog what was compiled from the manifests
 */
public record RefusedStatements(ManifestSet manifests, Catalog catalog) {
    private static final String TEXT = "spec.statement.text";
    private static final String QUERIES = "spec.script.queries";
    private static final String OF_TRANSFORMS = "spec.transforms.queries";
    private static final String BUILTIN = "spec.builtin";

    /** Fields that name what another server publishes. */
    private static final List<String> FOREIGN = List.of("spec.mcp", "spec.openapi.published", "spec.http.published");

    public List<Diagnostic> diagnostics(List<RefusedStatement> refused) {
        return refused.stream()
                .flatMap(statement -> diagnostic(statement).stream())
                // A document is one for all of its operations.
                .distinct()
                .sorted(Diagnostic.ORDER)
                .toList();
    }

    /** Empty for a definition that is not in the directory any more. */
    private Optional<Diagnostic> diagnostic(RefusedStatement statement) {
        return manifests.find(ObjectKey.of(statement.definition())).map(manifest -> {
            var written = written(statement);
            var path = Stream.concat(Stream.of(written.path() + ".inline", BUILTIN), FOREIGN.stream())
                    .filter(manifest.sources()::has)
                    .findFirst()
                    .orElse(written.path() + ".configMapKeyRef");
            var problem = Reason.StatementUnverified.problem(
                    path,
                    "statement-on-database",
                    (FOREIGN.contains(path)
                                    ? "adapter '%s': %s"
                                    : "the database of adapter '%s' refuses the statement: %s")
                            .formatted(
                                    statement.adapter(),
                                    statement.refusal().message().line()),
                    FOREIGN.contains(path)
                            ? "name what is there, or import it again"
                            : "every call would fail with this; fix the statement, or the database");
            return Located.in(
                    manifests,
                    manifest,
                    position(statement, written, manifest).map(problem::at).orElse(problem));
        });
    }

    /** Where a statement stands in its manifest, and its text as it was compiled; absent where it is not served. */
    private record Written(String path, Optional<String> text) {}

    private Written written(RefusedStatement refused) {
        return catalog.leaves().stream()
                .filter(leaf -> leaf.identity().equals(refused.definition()))
                .findFirst()
                .flatMap(leaf -> written(leaf, refused))
                .orElseGet(() -> new Written(TEXT, Optional.empty()));
    }

    private static Optional<Written> written(Leaf leaf, RefusedStatement refused) {
        return refused.query()
                .map(name -> Stream.concat(
                                named(QUERIES, name, ofScript(leaf)), named(OF_TRANSFORMS, name, ofTransforms(leaf)))
                        .findFirst())
                .orElseGet(() -> leaf.statements()
                        .filter(it -> it.query().isEmpty())
                        .findFirst()
                        .map(own -> new Written(TEXT, Optional.of(own.action().text()))));
    }

    private static Stream<Written> named(String list, String name, List<Action.Query> queries) {
        return IntStream.range(0, queries.size())
                .filter(index -> queries.get(index).name().equals(name))
                .mapToObj(index -> new Written(
                        FieldPath.item(list, index) + ".text",
                        Optional.of(queries.get(index).action().text())));
    }

    private static List<Action.Query> ofScript(Leaf leaf) {
        return leaf.asked().stream()
                .flatMap(action ->
                        action instanceof Action.RunScript script ? script.queries().stream() : Stream.empty())
                .toList();
    }

    private static List<Action.Query> ofTransforms(Leaf leaf) {
        return leaf instanceof ToolLeaf tool
                ? tool.transforms().map(ToolLeaf.Transforms::queries).orElseGet(List::of)
                : List.of();
    }

    /** Not where an earlier version is served than the one in the file. */
    private Optional<Position> position(RefusedStatement refused, Written written, Manifest manifest) {
        return written.text()
                .filter(text -> refused.refusal().offset().isPresent() && isWritten(text, written, manifest))
                .map(text -> Position.in(text, refused.refusal().offset().getAsInt()));
    }

    private boolean isWritten(String text, Written written, Manifest manifest) {
        return text.equals(ReferredText.value(manifest.content(), FieldPath.segments(written.path() + ".inline")))
                || ReferredText.at(manifests, manifest, written.path() + ".configMapKeyRef")
                        .flatMap(ReferredText::text)
                        .filter(text::equals)
                        .isPresent();
    }
}
