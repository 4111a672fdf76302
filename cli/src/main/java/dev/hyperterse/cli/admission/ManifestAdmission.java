package dev.hyperterse.cli.admission;

import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.compiler.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

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
            return check(schemas.of(kind), manifest.content());
        }
        var findings = new ArrayList<>(ObjectMetadata.of(manifest.content()));
        findings.addAll(CorePayload.of(kind, manifest.content()));
        return result(findings, manifest.content());
    }

    Result check(Schema schema, Map<String, Object> written) {
        var findings = new ArrayList<>(UnknownFields.of(schema, written));
        var stored = Defaults.applied(schema, written);
        stored.remove("status"); // is written by the operator alone
        findings.addAll(ObjectMetadata.of(stored));
        findings.addAll(CrdSchemaCheck.of(schema, ObjectPath.ROOT, stored));
        findings.addAll(ListTypes.of(schema, stored));
        if (findings.stream().noneMatch(it -> it.cause().hidesRules())) {
            findings.addAll(RuleCheck.of(programs.join(), schema, stored));
        }
        return result(findings, stored);
    }

    private static Result result(List<Violation> findings, Map<String, Object> stored) {
        return findings.isEmpty()
                ? new Result.Admitted(stored)
                : new Result.Refused(findings.stream()
                        .sorted(ORDER)
                        .map(Violation::asProblem)
                        .distinct()
                        .toList());
    }
}
