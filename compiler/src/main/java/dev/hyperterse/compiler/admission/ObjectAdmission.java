package dev.hyperterse.compiler.admission;

import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.ObjectPath;
import dev.hyperterse.compiler.admission.violation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The objections that an API server with a schema has to an object. Safe for several threads. */
public final class ObjectAdmission {
    /** The slow part of a first check: it gets ready while objects are still being read, once in a process. */
    private final CompletableFuture<CelPrograms> programs = CelPrograms.OF_THIS_PROCESS;

    /**
     * @param stored without nulls and without status, which is written by the operator alone
     * @param violations of what was written, in no order
     */
    public record Outcome(Map<String, Object> stored, List<Violation> violations) {}

    public Outcome check(Schema schema, Map<String, Object> written) {
        var stored = WithoutNulls.of(schema, written);
        stored.remove("status");
        return new Outcome(stored, violations(schema, written, stored));
    }

    /** The objections of the schema itself, without its rules, to a part of an object, which is no object yet. */
    public static List<Violation> structure(Schema schema, Map<String, Object> written) {
        return structure(schema, written, written);
    }

    private static List<Violation> structure(Schema schema, Map<String, Object> written, Map<String, Object> stored) {
        var findings = new ArrayList<>(UnknownFields.of(schema, written));
        findings.addAll(CrdSchemaCheck.of(schema, ObjectPath.ROOT, stored));
        findings.addAll(ListTypes.of(schema, stored));
        return findings;
    }

    private List<Violation> violations(Schema schema, Map<String, Object> written, Map<String, Object> stored) {
        var findings = structure(schema, written, stored);
        findings.addAll(ObjectMetadata.of(stored));
        if (findings.stream().noneMatch(it -> it.cause().hidesRules())) {
            findings.addAll(RuleCheck.of(programs.join(), schema, stored));
        }
        return findings;
    }
}
