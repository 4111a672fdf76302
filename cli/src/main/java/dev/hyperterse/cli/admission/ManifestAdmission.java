package dev.hyperterse.cli.admission;

import dev.hyperterse.cli.admission.advice.AuthorWords;
import dev.hyperterse.cli.admission.schema.CustomResourceSchemas;
import dev.hyperterse.cli.admission.schema.Schema;
import dev.hyperterse.cli.admission.violation.Cause;
import dev.hyperterse.cli.admission.violation.ObjectPath;
import dev.hyperterse.cli.admission.violation.Violation;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.compiler.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The result that an API server with our CRDs would give for a manifest. Safe for several threads. */
public final class ManifestAdmission {
    private static final Comparator<Violation> ORDER =
            Comparator.<Violation, String>comparing(it -> it.path().text()).thenComparing(Violation::message);

    private final CustomResourceSchemas schemas;
    private final CompletableFuture<CelPrograms> programs;

    public ManifestAdmission() {
        this(CustomResourceSchemas.committed());
    }

    ManifestAdmission(CustomResourceSchemas schemas) {
        this.schemas = schemas;
        // The slow part of a first check; it gets ready while manifests are still being read.
        this.programs = CompletableFuture.supplyAsync(CelPrograms::new);
    }

    /** The outcome for a manifest. */
    public sealed interface Result {
        /** It would be stored, as {@code content}: with defaults filled in. */
        record Admitted(Map<String, Object> content) implements Result {}

        /** It would be refused. */
        record Refused(List<Problem> problems) implements Result {}
    }

    public Result check(Manifest manifest) {
        var kind = manifest.key().kind();
        if (kind.isOurs()) {
            var schema = schemas.of(kind);
            var stored = stored(schema, manifest.content());
            var words = new AuthorWords(schema, manifest.content());
            return result(withoutConsequences(violations(schema, manifest.content(), stored)), stored, words::said);
        }
        var findings = new ArrayList<>(ObjectMetadata.of(manifest.content()));
        findings.addAll(CorePayload.of(kind, manifest.content()));
        return result(findings, manifest.content(), Violation::asProblem);
    }

    /** The same in the words of the API server. */
    Result check(Schema schema, Map<String, Object> written) {
        var stored = stored(schema, written);
        return result(violations(schema, written, stored), stored, Violation::asProblem);
    }

    /** The same for a manifest of ours. */
    Result checkInItsWords(Manifest manifest) {
        return check(schemas.of(manifest.key().kind()), manifest.content());
    }

    private static Map<String, Object> stored(Schema schema, Map<String, Object> written) {
        var stored = Defaults.applied(schema, written);
        stored.remove("status"); // is written by the operator alone
        return stored;
    }

    /** Fields are unknown below a value that should have been a list, and nothing is wrong with them. */
    private static List<Violation> withoutConsequences(List<Violation> violations) {
        var wrong = violations.stream()
                .filter(it -> it.cause() == Cause.WRONG_TYPE)
                .map(it -> it.path().text() + ".")
                .toList();
        return violations.stream()
                .filter(it -> it.cause() != Cause.UNKNOWN_FIELD
                        || wrong.stream().noneMatch(it.path().text()::startsWith))
                .toList();
    }

    private List<Violation> violations(Schema schema, Map<String, Object> written, Map<String, Object> stored) {
        var findings = new ArrayList<>(UnknownFields.of(schema, written));
        findings.addAll(ObjectMetadata.of(stored));
        findings.addAll(CrdSchemaCheck.of(schema, ObjectPath.ROOT, stored));
        findings.addAll(ListTypes.of(schema, stored));
        if (findings.stream().noneMatch(it -> it.cause().hidesRules())) {
            findings.addAll(RuleCheck.of(programs.join(), schema, stored));
        }
        return findings;
    }

    private static Result result(
            List<Violation> findings, Map<String, Object> stored, Function<Violation, Problem> words) {
        return findings.isEmpty()
                ? new Result.Admitted(stored)
                : new Result.Refused(
                        findings.stream().sorted(ORDER).map(words).distinct().toList());
    }
}
