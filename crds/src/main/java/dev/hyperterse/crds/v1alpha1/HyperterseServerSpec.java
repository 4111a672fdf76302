package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter;
import dev.hyperterse.crds.v1alpha1.auth.Auth;
import dev.hyperterse.crds.v1alpha1.server.Attachments;
import dev.hyperterse.crds.v1alpha1.server.Code;
import dev.hyperterse.crds.v1alpha1.server.ExecuteErrors;
import dev.hyperterse.crds.v1alpha1.server.Exposure;
import dev.hyperterse.crds.v1alpha1.server.Http;
import dev.hyperterse.crds.v1alpha1.server.Limits;
import dev.hyperterse.crds.v1alpha1.server.Search;
import dev.hyperterse.crds.v1alpha1.server.ServerCache;
import dev.hyperterse.crds.v1alpha1.server.ServerInfo;
import dev.hyperterse.crds.v1alpha1.server.ServerResult;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts;
import dev.hyperterse.crds.v1alpha1.server.Sessions;
import dev.hyperterse.crds.v1alpha1.server.SharedState;
import dev.hyperterse.crds.v1alpha1.server.Telemetry;
import dev.hyperterse.crds.v1alpha1.server.Toolset;
import dev.hyperterse.crds.v1alpha1.shared.EnvironmentVariable;
import dev.hyperterse.crds.v1alpha1.workload.Workload;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** The desired state of a server. */
@ValidationRule(
        value = "!has(self.attachments) || !has(self.attachments.namespaces) || "
                + "self.attachments.namespaces.from == 'Same' || (has(self.auth) && has(self.auth.mode) && "
                + "self.auth.mode == 'Required' && !(has(self.auth.required) && 'allow_all' in self.auth.required))",
        message = "attachments from other namespaces need auth.mode Required, without allow_all in auth.required: "
                + "their authors could otherwise publish tools to any client")
@ValidationRule(
        value = "!has(self.sharedState) || (has(self.adapters) && self.adapters.exists(adapter, "
                + "adapter.name == self.sharedState.adapter && adapter.engine == 'Redis'))",
        message = "sharedState.adapter must name an adapter of engine Redis")
public record HyperterseServerSpec(
        @JsonPropertyDescription("How the server introduces itself to clients.")
        Optional<ServerInfo> serverInfo,

        @JsonPropertyDescription(
                "What tools/list shows: Search (default: exactly the two entry tools search and execute), "
                        + "Direct (every tool itself), SearchAndDirect (both), or Auto (for each caller Direct up to 20 tools "
                        + "of 32,000 bytes together, else Search).")
        Optional<Exposure> exposure,

        @JsonPropertyDescription(
                "Definitions that have a URL of their own behind http.path, with their own lists and search. Up to 16.")
        @ListMap("name")
        @Size(max = 16)
        List<Toolset> toolsets,

        @JsonPropertyDescription(
                "How search and execute report a failed call: ToolResult (default: a result with isError, "
                        + "which models see) or JsonRpc (an error of the protocol, which many clients do not show to them).")
        Optional<ExecuteErrors> executeErrors,

        @JsonPropertyDescription(
                "Which Tools, Prompts and Resources may attach, and how their names are formed. Default: "
                        + "those of this namespace.")
        Optional<Attachments> attachments,

        @JsonPropertyDescription(
                "Named values that statements, addresses and scripts read as {{ env.NAME }}. Up to 128.")
        @ListMap("name")
        @Size(max = 128)
        List<EnvironmentVariable> env,

        @JsonPropertyDescription("Named connections to databases. Up to 32.") @ListMap("name") @Size(max = 32)
        List<Adapter> adapters,

        @JsonPropertyDescription(
                "Who may call. Default: any client that reaches the endpoint; the condition AnonymousAccess then says so.")
        Optional<Auth> auth,

        @JsonPropertyDescription("Caches results of statements that only read.")
        Optional<ServerCache> cache,

        @JsonPropertyDescription("How large answers are of Tools that do not say so themselves.")
        Optional<ServerResult> result,

        @JsonPropertyDescription("The entry tools, and how search answers.")
        Optional<Search> search,

        @JsonPropertyDescription("Programs that clients send to call several tools at once. Default: none.")
        Optional<Code> code,

        @JsonPropertyDescription("Bounds of one replica.") Optional<Limits> limits,

        @JsonPropertyDescription("How long sessions of clients live.")
        Optional<Sessions> sessions,

        @JsonPropertyDescription("Where replicas keep what they share. Default: each replica keeps its own.")
        Optional<SharedState> sharedState,

        @JsonPropertyDescription("Which scripts run, and what they may do and use.")
        Optional<ServerScripts> scripts,

        @JsonPropertyDescription("Path of the endpoint, and limits of the origins and host names of requests.")
        Optional<Http> http,

        @JsonPropertyDescription("Logs and traces of the replicas.")
        Optional<Telemetry> telemetry,

        @JsonPropertyDescription("The pods that serve: how many, where, with what.")
        Optional<Workload> workload) {}
