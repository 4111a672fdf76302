package dev.hyperterse.cli.admission;

import dev.hyperterse.cli.admission.advice.AuthorWords;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.compiler.admission.ObjectAdmission;
import dev.hyperterse.compiler.admission.ObjectMetadata;
import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.violation.Cause;
import dev.hyperterse.compiler.admission.violation.Violation;
import dev.hyperterse.compiler.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The result that an API server with our CRDs would give for a manifest. Safe for several threads. */
public final class ManifestAdmission {
    private static final Comparator<Violation> ORDER =
            Comparator.<Violation, String>comparing(it -> it.path().text()).thenComparing(Violation::message);

    private final CustomResourceSchemas schemas = CustomResourceSchemas.committed();
    private final ObjectAdmission admission = new ObjectAdmission();

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
            var schema = schemas.of(kind.kind());
            var outcome = admission.check(schema, manifest.content());
            var words = new AuthorWords(schema, manifest.content());
            return result(withoutConsequences(outcome.violations()), outcome.stored(), words::said);
        }
        var findings = new ArrayList<>(ObjectMetadata.of(manifest.content()));
        findings.addAll(CorePayload.of(kind, manifest.content()));
        return result(findings, manifest.content(), Violation::asProblem);
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

    private static Result result(
            List<Violation> findings, Map<String, Object> stored, Function<Violation, Problem> words) {
        return findings.isEmpty()
                ? new Result.Admitted(stored)
                : new Result.Refused(
                        findings.stream().sorted(ORDER).map(words).distinct().toList());
    }
}
