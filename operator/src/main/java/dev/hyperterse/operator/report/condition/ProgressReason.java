package dev.hyperterse.operator.report.condition;

/**
 * Reasons of conditions that speak of no mistake; those of mistakes are
 * {@link dev.hyperterse.compiler.problem.Reason}.
 */
public enum ProgressReason {
    /** As it should be. */
    Sound("nothing is wrong"),
    /** Every replica serves it as written. */
    Serving("every replica serves it"),
    /** Some items of an object are served, and others are not. */
    SomeItems("some items are served"),
    /** The newest version is faulty; an older one is served. */
    LastGoodVersion("an older version is served"),
    /** Published, and not every replica has said yet that it serves it. */
    Propagating("not every replica serves it yet"),
    /** The runtime of a replica cannot serve it. */
    RefusedByRuntime("a replica cannot serve it"),
    /** No replica runs that could serve it. */
    NoReadyReplicas("no replica is ready"),
    /** The catalog is published. */
    Published("the catalog is published"),
    /** There is no catalog yet that replicas could serve. */
    NothingPublished("no catalog is published"),
    /** Its pods are not known to be as this generation says. */
    NotApplied("its Deployment and Service are not applied for this generation yet"),
    /** Replicas are ready. */
    Available("replicas are ready"),
    /** Every replica serves the newest revision. */
    Converged("every replica serves the newest revision"),
    /** A replica does not say what it serves. */
    ReplicaUnreachable("a replica does not answer"),
    /** The spec does not say which clients may call. */
    AuthNotSet("spec.auth.mode is not set, so any client that reaches the endpoint may call; set it to Anonymous if"
            + " that is intended"),
    /** The list of plugins contains {@code allow_all}. */
    AllowAllRequired(
            "spec.auth.required has allow_all, so callers without credentials are admitted without an identity;"
                    + " remove it if that is not intended"),
    /** Replicas count calls for themselves. */
    RatesNotShared("spec.sharedState does not answer every replica; one that gets no answer counts calls for itself"),
    /** Rules look back at calls. */
    HistoryNotShared("rules look back at calls, and spec.sharedState is not set, so each replica knows its own calls"
            + " until it ends; set spec.sharedState"),
    /** Servers follow a new operator one after the other. */
    WaitsForItsTurn("another server is upgraded first"),
    /** The CRDs are of another version than the operator. */
    SchemasDiffer(
            "the CRDs in the cluster are not those of the operator's version, so the API server may drop fields that"
                    + " the operator supports; apply the CRDs of its version, unless they are newer"),
    /** It names no server. */
    NoServers("spec.serverRefs names no server; name the HyperterseServer that is to serve it");

    private final String message;

    ProgressReason(String message) {
        this.message = message;
    }

    /** The message for people; the API requires one in every condition. */
    public String message() {
        return message;
    }
}
