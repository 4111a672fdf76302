package dev.hyperterse.cli.connect;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.cli.validation.Located;
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
            var path = Stream.of(TEXT + ".inline", BUILTIN)
                    .filter(manifest.sources()::has)
                    .findFirst()
                    .orElse(TEXT + ".configMapKeyRef");
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
                    position(statement, manifest).map(problem::at).orElse(problem));
        });
    }

    /** Not where an earlier version is served than the one in the file. */
    private Optional<Position> position(RefusedStatement statement, Manifest manifest) {
        return catalog.leaves().stream()
                .filter(leaf -> leaf.identity().equals(statement.definition()))
                .flatMap(leaf -> leaf.asked().map(Action::text).stream())
                .filter(text -> statement.refusal().offset().isPresent() && isWritten(text, manifest))
                .map(text -> Position.in(text, statement.refusal().offset().getAsInt()))
                .findFirst();
    }

    private static boolean isWritten(String text, Manifest manifest) {
        Object found = manifest.content();
        for (var field : List.of("spec", "statement", "text", "inline")) {
            found = found instanceof Map<?, ?> fields && fields.containsKey(field) ? fields.get(field) : "";
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
