package dev.hyperterse.operator.problem;

/**
 * Why something is not served as written. The names are the reasons of conditions and events and the labels of metrics,
 * so they are API: add, never rename.
 */
public enum Reason {
    /** A value that the schema of the API lets through and that still makes no sense. */
    InvalidSpec(Healing.BY_EDIT),
    /** A server setting: exposure, limits, http and their like. */
    InvalidServer(Healing.BY_EDIT),
    /** A statement that breaks a rule of {@code docs/statements.md}. */
    InvalidStatement(Healing.BY_EDIT),
    /** A script that does not parse. */
    InvalidScript(Healing.BY_EDIT),
    /** The short form of inputs: a default outside the enum, a pattern that RE2 refuses, two of one name. */
    InvalidInputs(Healing.BY_EDIT),
    /** A JSON Schema that is not one, too deep, or with references that leave it. */
    InvalidSchema(Healing.BY_EDIT),
    /** The URI or URI template of a resource. */
    InvalidUri(Healing.BY_EDIT),
    /** A name that MCP clients could not use. */
    InvalidName(Healing.BY_EDIT),
    /** Messages or arguments of a prompt. */
    InvalidPrompt(Healing.BY_EDIT),
    /** Content of a resource. */
    InvalidContent(Healing.BY_EDIT),
    /** An adapter's address, parameters or pool. */
    InvalidAdapter(Healing.BY_EDIT),
    /** Authentication settings. */
    InvalidAuth(Healing.BY_EDIT),
    /** An enum value or field from a newer version of the API. */
    UnknownValue(Healing.BY_EDIT),
    /** The field is part of the API, its behaviour is not there yet. */
    NotYetSupported(Healing.BY_EDIT),
    /** Another leaf holds the public name or URI on this server. */
    NameConflict(Healing.BY_EDIT),
    /** The server does not grant the adapter to the leaf's namespace. */
    NotAllowedAdapter(Healing.BY_EDIT),
    /** The server does not grant an environment value to the leaf's namespace. */
    NotAllowedEnv(Healing.BY_EDIT),
    /** The server does not grant an auth plugin to the leaf's namespace. */
    NotAllowedPlugin(Healing.BY_EDIT),
    /** The server does not let the leaf's namespace bring scripts. */
    NotAllowedScript(Healing.BY_EDIT),
    /** The server already has as many leaves of this namespace as it takes. */
    NotAllowedQuota(Healing.BY_EDIT),
    /** The installation does not let servers choose their image or service account. */
    NotAllowedOverride(Healing.BY_EDIT),
    /** The API server refuses an object of the workload as it is asked for. */
    InvalidWorkload(Healing.BY_EDIT),
    /** The operator, an admission policy or a quota does not permit an object of the workload. */
    WorkloadForbidden(Healing.BY_ITSELF),
    /** The workload could not be brought up to date; it is tried again. */
    WorkloadFailed(Healing.BY_ITSELF),
    /** The name of an object of the workload is taken by an object of another owner. */
    ForeignObject(Healing.BY_ITSELF),
    /** The cluster has no HTTPRoute: the CRDs of the Gateway API are not installed. */
    GatewayApiNotFound(Healing.BY_ITSELF),
    /** A gateway does not accept the HTTPRoute of the server. */
    RouteNotAccepted(Healing.BY_ITSELF),
    /** Pods cannot be made: an admission policy or a quota refuses them. */
    PodsRefused(Healing.BY_ITSELF),
    /** No node takes the pod. */
    Unschedulable(Healing.BY_ITSELF),
    /** The image of the pod cannot be had. */
    ImagePullFailed(Healing.BY_ITSELF),
    /** The container of the pod cannot be started. */
    ContainerNotStarted(Healing.BY_ITSELF),
    /** The container of the pod ends again and again. */
    CrashLooping(Healing.BY_ITSELF),
    /** Kubernetes sees no progress in replacing the pods, and no pod says why. */
    RolloutStuck(Healing.BY_ITSELF),
    /** Pods are being replaced. */
    RollingOut(Healing.BY_ITSELF),
    /** Pods were made and are not ready yet. */
    PodsNotReady(Healing.BY_ITSELF),
    /** The server asks for no pods. */
    ScaledToZero(Healing.BY_EDIT),
    /** The leaf asks not to be served. */
    Suspended(Healing.BY_EDIT),
    /** More than a catalog holds of one leaf. */
    LeafTooLarge(Healing.BY_EDIT),
    /** The server does not exist, or does not let this namespace attach: across namespaces these look the same. */
    ServerNotFound(Healing.BY_ITSELF),
    /** The server has no adapter of that name. */
    AdapterNotFound(Healing.BY_ITSELF),
    /** The server has the adapter and cannot use it as it is; the status of the server says why. */
    AdapterFaulty(Healing.BY_ITSELF),
    /** The server has no auth plugin of that name. */
    PluginNotFound(Healing.BY_ITSELF),
    /** The server has no environment value of that name. */
    EnvNotFound(Healing.BY_ITSELF),
    ConfigMapNotFound(Healing.BY_ITSELF),
    SecretNotFound(Healing.BY_ITSELF),
    /** The operator may not do in the server's namespace what it has to. */
    OperatorForbidden(Healing.BY_ITSELF),
    /** The script is being compiled, or could not be; it is tried again. */
    ScriptNotCompiled(Healing.BY_ITSELF),
    /** The catalog could not be compiled or written; it is tried again. */
    PublicationFailed(Healing.BY_ITSELF),
    /** The ConfigMap or Secret exists and has no such key. */
    KeyNotFound(Healing.BY_ITSELF),
    /** A bug of this compiler: it could not decide whether the leaf is valid. */
    CompilerFault(Healing.BY_EDIT),
    /** The part of the catalog this leaf belongs to has no room; it has as soon as another leaf goes. */
    CatalogFull(Healing.BY_ITSELF),
    /** The database refuses the statement; the leaf is served all the same. */
    StatementUnverified(Healing.BY_ITSELF),
    /** Values of calls become text of the statement; only the reason of the condition of the same name. */
    TextualSubstitution(Healing.BY_EDIT),
    /** The leaf is faulty, and asks for protection that its last good version has not. */
    LastGoodLessStrict(Healing.BY_ITSELF),
    /** The leaf is faulty, and no other version of it is published. */
    NoLastGoodVersion(Healing.BY_EDIT);

    /** Whether waiting can help. */
    public enum Healing {
        /** Only an edit of the object or of a grant helps: stalled at once. */
        BY_EDIT,
        /** May pass when another object appears: reconciling first, stalled after a while. */
        BY_ITSELF
    }

    private final Healing healing;

    Reason(Healing healing) {
        this.healing = healing;
    }

    public Healing healing() {
        return healing;
    }

    public boolean healsByItself() {
        return healing == Healing.BY_ITSELF;
    }
}
