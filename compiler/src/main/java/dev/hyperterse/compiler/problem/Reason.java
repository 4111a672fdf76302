package dev.hyperterse.compiler.problem;

import java.util.Optional;

/**
 * Why something is not served as written. The names are the reasons of conditions and events and the labels of metrics,
 * so they are API: after the first release, add and never rename.
 */
public enum Reason {
    /** A value that the schema of the API accepts and that is still invalid. */
    InvalidSpec(Resolution.BY_EDIT),
    /** A server setting: exposure, limits, http and their like. */
    InvalidServer(Resolution.BY_EDIT),
    /** A statement that breaks a rule of {@code docs/reference/rules-of-statements.md}. */
    InvalidStatement(Resolution.BY_EDIT),
    /** A request or a call of another server's tool that breaks a rule of {@code docs/guide/http.md} or {@code mcp-servers.md}. */
    InvalidRequest(Resolution.BY_EDIT),
    /** An OpenAPI document that cannot be read, or an operation of it that no tool can be made of. */
    InvalidOpenApi(Resolution.BY_EDIT),
    /** A script that does not parse. */
    InvalidScript(Resolution.BY_EDIT),
    /** The short form of inputs: a default outside the enum, a pattern that RE2 refuses, two of one name. */
    InvalidInputs(Resolution.BY_EDIT),
    /** A JSON Schema that is not one, too deep, or with references that leave it. */
    InvalidSchema(Resolution.BY_EDIT),
    /** The URI or URI template of a resource. */
    InvalidUri(Resolution.BY_EDIT),
    /** A name that MCP clients could not use. */
    InvalidName(Resolution.BY_EDIT),
    /** Messages or arguments of a prompt. */
    InvalidPrompt(Resolution.BY_EDIT),
    /** Content of a resource. */
    InvalidContent(Resolution.BY_EDIT),
    /** An adapter's address, parameters or pool. */
    InvalidAdapter(Resolution.BY_EDIT),
    /** Authentication settings. */
    InvalidAuth(Resolution.BY_EDIT),
    /** An enum value or field from a newer version of the API. */
    UnknownValue(Resolution.BY_EDIT),
    /** Another leaf holds the public name or URI on this server. */
    NameConflict(Resolution.BY_EDIT),
    /** The server does not grant the adapter to the leaf's namespace. */
    NotAllowedAdapter(Resolution.BY_EDIT),
    /** The server does not grant an environment value to the leaf's namespace. */
    NotAllowedEnv(Resolution.BY_EDIT),
    /** The server does not grant an auth plugin to the leaf's namespace. */
    NotAllowedPlugin(Resolution.BY_EDIT),
    /** The server does not let the leaf's namespace bring scripts. */
    NotAllowedScript(Resolution.BY_EDIT),
    /** The server already has as many leaves of this namespace as it takes. */
    NotAllowedQuota(Resolution.BY_EDIT),
    /** The installation does not let servers choose their image or service account. */
    NotAllowedOverride(Resolution.BY_EDIT),
    /** A grant selects namespaces by label, and the operator may not read labels. */
    NotAllowedSelector(Resolution.BY_EDIT),
    /** The API server refuses an object of the workload. */
    InvalidWorkload(Resolution.BY_EDIT),
    /** The operator, an admission policy or a quota does not permit an object of the workload. */
    WorkloadForbidden(Resolution.AUTOMATIC),
    /** The workload could not be brought up to date; it is tried again. */
    WorkloadFailed(Resolution.AUTOMATIC),
    /** The name of an object of the workload is taken by an object of another owner. */
    ForeignObject(Resolution.AUTOMATIC),
    /** The cluster has no HTTPRoute: the CRDs of the Gateway API are not installed. */
    GatewayApiNotFound(Resolution.AUTOMATIC),
    /** A gateway does not accept the HTTPRoute of the server. */
    RouteNotAccepted(Resolution.AUTOMATIC),
    /** Pods cannot be made: an admission policy or a quota refuses them. */
    PodsRefused(Resolution.AUTOMATIC),
    /** No node takes the pod. */
    Unschedulable(Resolution.AUTOMATIC),
    /** The image of the pod cannot be pulled. */
    ImagePullFailed(Resolution.AUTOMATIC),
    /** The container of the pod cannot be started. */
    ContainerNotStarted(Resolution.AUTOMATIC),
    /** The container of the pod ends again and again. */
    CrashLooping(Resolution.AUTOMATIC),
    /** Kubernetes sees no progress in replacing the pods, and no pod says why. */
    RolloutStuck(Resolution.AUTOMATIC),
    /** Pods are being replaced. */
    RollingOut(Resolution.AUTOMATIC),
    /** Pods were made and are not ready yet. */
    PodsNotReady(Resolution.AUTOMATIC),
    /** The server asks for no pods. */
    ScaledToZero(Resolution.BY_EDIT),
    /** The leaf asks not to be served. */
    Suspended(Resolution.BY_EDIT),
    /** The compiled leaf is larger than a catalog takes. */
    DefinitionTooLarge(Resolution.BY_EDIT),
    /** The server does not exist, or does not let this namespace attach: across namespaces these look the same. */
    ServerNotFound(Resolution.AUTOMATIC),
    /** The server has no adapter of that name. */
    AdapterNotFound(Resolution.AUTOMATIC),
    /** The adapter is faulty; the status of the server says why. */
    AdapterFaulty(Resolution.AUTOMATIC),
    /** The server has no auth plugin of that name. */
    PluginNotFound(Resolution.AUTOMATIC),
    /** The server has no environment value of that name. */
    EnvNotFound(Resolution.AUTOMATIC),
    ConfigMapNotFound(Resolution.AUTOMATIC),
    SecretNotFound(Resolution.AUTOMATIC),
    /** The operator may not do in the server's namespace what it has to. */
    OperatorForbidden(Resolution.AUTOMATIC),
    /** The operator has no room for another ConfigMap or Secret of the namespace. */
    OperatorFull(Resolution.AUTOMATIC),
    /** The script is being compiled, or could not be; it is tried again. */
    ScriptNotCompiled(Resolution.AUTOMATIC),
    /** The catalog could not be compiled or written; it is tried again. */
    PublicationFailed(Resolution.AUTOMATIC),
    /** The ConfigMap or Secret exists and has no such key. */
    KeyNotFound(Resolution.AUTOMATIC),
    /** A bug of this compiler: it could not decide whether the leaf is valid. */
    CompilerFault(Resolution.BY_EDIT),
    /** The part of the catalog this leaf belongs to has no room; it has as soon as another leaf goes. */
    CatalogFull(Resolution.AUTOMATIC),
    /** The database refuses the statement; the leaf is served all the same. */
    StatementUnverified(Resolution.AUTOMATIC),
    /** Values of calls become text of the statement; only the reason of the condition of the same name. */
    TextualSubstitution(Resolution.BY_EDIT),
    /** The leaf is faulty, and its last good version was protected by other settings. */
    LastGoodLessStrict(Resolution.AUTOMATIC),
    /** The leaf is faulty, and no other version of it is published. */
    NoLastGoodVersion(Resolution.BY_EDIT);

    /** How the problem goes away. */
    private enum Resolution {
        /** Only an edit of the object or of a grant helps: stalled at once. */
        BY_EDIT,
        /** May pass when another object changes: reconciling first, stalled after a while. */
        AUTOMATIC
    }

    private final Resolution resolution;

    Reason(Resolution resolution) {
        this.resolution = resolution;
    }

    /** A problem of a whole field. */
    public Problem problem(String path, String rule, String message, String remedy) {
        return new Problem(this, path, Optional.empty(), Optional.empty(), rule, message, remedy, false);
    }

    /** Whether the problem may pass without an edit of the object. */
    public boolean isTransient() {
        return resolution == Resolution.AUTOMATIC;
    }
}
