package dev.hyperterse.cli.connect;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.cli.validation.Located;
import dev.hyperterse.operator.problem.FieldPath;
import dev.hyperterse.operator.problem.Position;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.runtime.check.RefusedStatement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Statements that a database refuses, as problems of the manifests that write them. */
public final class RefusedStatements {
    private static final String TEXT = "spec.statement.text";
    private static final String QUERIES = "spec.script.queries";
    private static final String BUILTIN = "spec.builtin";

    private final ManifestSet manifests;
    private final Catalog catalog;

    /** @param catalog what was compiled from the manifests */
    public RefusedStatements(ManifestSet manifests, Catalog catalog) {
        this.manifests = manifests;
        this.catalog = catalog;
    }

    public List<Diagnostic> diagnostics(List<RefusedStatement> refused) {
        return refused.stream()
                .flatMap(statement -> diagnostic(statement).stream())
                .sorted(Diagnostic.ORDER)
                .toList();
    }

    /** Empty for a definition that is not in the directory any more. */
    private Optional<Diagnostic> diagnostic(RefusedStatement statement) {
        return manifests.find(key(statement.definition())).map(manifest -> {
            var written = written(statement);
            var path = Stream.of(written.path() + ".inline", BUILTIN)
                    .filter(manifest.sources()::has)
                    .findFirst()
                    .orElse(written.path() + ".configMapKeyRef");
            var problem = Problem.of(
                    Reason.StatementUnverified,
                    path,
                    "statement-on-database",
                    "the database of adapter '%s' refuses the statement: %s"
                            .formatted(
                                    statement.adapter(),
                                    statement.refusal().message().line()),
                    "every call would fail with this; fix the statement, or the database");
            return Located.in(
                    manifests,
                    manifest,
                    position(statement, written, manifest).map(problem::at).orElse(problem));
        });
    }

    /** Where a statement stands in its manifest, and its text as it was compiled; absent where it is not served. */
    private record Written(String path, Optional<String> text) {}

    private Written written(RefusedStatement refused) {
        var statements = catalog.leaves().stream()
                .filter(leaf -> leaf.identity().equals(refused.definition()))
                .flatMap(Leaf::statements)
                .toList();
        for (var index = 0; index < statements.size(); index++) {
            var statement = statements.get(index);
            if (statement.query().equals(refused.query())) {
                var path = statement.query().isPresent() ? FieldPath.item(QUERIES, index) + ".text" : TEXT;
                return new Written(path, Optional.of(statement.action().text()));
            }
        }
        return new Written(TEXT, Optional.empty());
    }

    /** Not where an earlier version is served than the one in the file. */
    private static Optional<Position> position(RefusedStatement refused, Written written, Manifest manifest) {
        return written.text()
                .filter(text -> refused.refusal().offset().isPresent() && isWritten(text, written, manifest))
                .map(text -> Position.in(text, refused.refusal().offset().getAsInt()));
    }

    private static boolean isWritten(String text, Written written, Manifest manifest) {
        Object found = manifest.content();
        for (var field : (written.path() + ".inline").split("[.\\[\\]]+")) {
            found = switch (found) {
                case Map<?, ?> fields when fields.containsKey(field) -> fields.get(field);
                case List<?> items
                when field.chars().allMatch(Character::isDigit) && Integer.parseInt(field) < items.size() ->
                    items.get(Integer.parseInt(field));
                default -> "";
            };
        }
        return text.equals(found);
    }

    private static ObjectKey key(LeafIdentity leaf) {
        var kind =
                switch (leaf.kind()) {
                    case Tool -> ManifestKind.TOOL;
                    case Prompt -> ManifestKind.PROMPT;
                    case Resource -> ManifestKind.RESOURCE;
                };
        return new ObjectKey(kind, leaf.namespace(), leaf.name());
    }
}
