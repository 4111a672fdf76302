package dev.hyperterse.cli.admission;

import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.operator.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The verdict that an API server with our CRDs would give on a manifest. Safe for several threads. */
public final class Admission {
    private static final Comparator<Finding> ORDER =
            Comparator.<Finding, String>comparing(it -> it.path().text()).thenComparing(Finding::message);

    private final CustomResourceSchemas schemas;
    private final CompletableFuture<CelPrograms> programs;

    public Admission() {
        this(CustomResourceSchemas.committed());
    }

    Admission(CustomResourceSchemas schemas) {
        this.schemas = schemas;
        // The slow part of a first judgement; it gets ready while manifests are still being read.
        this.programs = CompletableFuture.supplyAsync(CelPrograms::new);
    }

    /** What became of a manifest. */
    public sealed interface Verdict {
        /** It would be stored, as {@code content}: with defaults filled in. */
        record Admitted(Map<String, Object> content) implements Verdict {}

        /** It would be refused. */
        record Refused(List<Problem> problems) implements Verdict {}
    }

    public Verdict judge(Manifest manifest) {
        var kind = manifest.key().kind();
        if (kind.isOurs()) {
            return judge(schemas.of(kind), manifest.content());
        }
        var findings = new ArrayList<>(ObjectMetadata.of(manifest.content()));
        findings.addAll(CorePayload.of(kind, manifest.content()));
        return verdict(findings, manifest.content());
    }

    Verdict judge(Schema schema, Map<String, Object> written) {
        var findings = new ArrayList<>(UnknownFields.of(schema, written));
        var stored = Defaults.applied(schema, written);
        stored.remove("status"); // is written by the operator alone
        findings.addAll(ObjectMetadata.of(stored));
        findings.addAll(SchemaCheck.of(schema, FieldPath.ROOT, stored));
        findings.addAll(ListTypes.of(schema, stored));
        if (findings.stream().noneMatch(it -> it.cause().hidesRules())) {
            findings.addAll(RuleCheck.of(programs.join(), schema, stored));
        }
        return verdict(findings, stored);
    }

    private static Verdict verdict(List<Finding> findings, Map<String, Object> stored) {
        return findings.isEmpty()
                ? new Verdict.Admitted(stored)
                : new Verdict.Refused(findings.stream()
                        .sorted(ORDER)
                        .map(Finding::asProblem)
                        .distinct()
                        .toList());
    }
}
