package dev.hyperterse.crds.v1alpha1.shared;

import java.util.Set;

/** The types of the conditions that the operator writes. Conditions of other types belong to other writers. */
public final class ConditionTypes {
    public static final String READY = "Ready";
    public static final String RECONCILING = "Reconciling";
    public static final String STALLED = "Stalled";
    public static final String STATEMENT_UNVERIFIED = "StatementUnverified";
    public static final String TEXTUAL_SUBSTITUTION = "TextualSubstitution";
    public static final String ACCEPTED = "Accepted";
    public static final String RESOLVED_REFS = "ResolvedRefs";
    public static final String SERVING = "Serving";
    public static final String PROGRAMMED = "Programmed";
    public static final String AVAILABLE = "Available";
    public static final String CONVERGED = "Converged";
    public static final String ANONYMOUS_ACCESS = "AnonymousAccess";
    public static final String SHARED_STATE_UNAVAILABLE = "SharedStateUnavailable";
    public static final String UPGRADE_PENDING = "UpgradePending";
    public static final String DEFINITIONS_OUTDATED = "DefinitionsOutdated";

    private static final Set<String> ALL = Set.of(
            READY,
            RECONCILING,
            STALLED,
            STATEMENT_UNVERIFIED,
            TEXTUAL_SUBSTITUTION,
            ACCEPTED,
            RESOLVED_REFS,
            SERVING,
            PROGRAMMED,
            AVAILABLE,
            CONVERGED,
            ANONYMOUS_ACCESS,
            SHARED_STATE_UNAVAILABLE,
            UPGRADE_PENDING,
            DEFINITIONS_OUTDATED);

    private ConditionTypes() {}

    public static boolean ofTheOperator(String type) {
        return ALL.contains(type);
    }
}
