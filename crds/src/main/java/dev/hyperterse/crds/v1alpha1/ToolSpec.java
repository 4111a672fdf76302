package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.action.Builtin;
import dev.hyperterse.crds.v1alpha1.action.Composition;
import dev.hyperterse.crds.v1alpha1.action.OpenApi;
import dev.hyperterse.crds.v1alpha1.action.Request;
import dev.hyperterse.crds.v1alpha1.action.Script;
import dev.hyperterse.crds.v1alpha1.action.Statement;
import dev.hyperterse.crds.v1alpha1.action.Transforms;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool;
import dev.hyperterse.crds.v1alpha1.auth.LeafAuth;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import dev.hyperterse.crds.v1alpha1.result.ToolResult;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.Grant;
import dev.hyperterse.crds.v1alpha1.shared.Icon;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import dev.hyperterse.crds.v1alpha1.tool.LeafCache;
import dev.hyperterse.crds.v1alpha1.tool.ToolLimits;
import dev.hyperterse.crds.v1alpha1.tool.ToolTask;
import dev.hyperterse.crds.v1alpha1.tool.ToolView;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** The desired state of a Tool. */
@ValidationRule(
        value = "!has(self.inputSchema) || !has(self.inputs)",
        message = "only one of inputs and inputSchema may be set")
@ValidationRule(
        value =
                "[has(self.statement), has(self.script), has(self.builtin), has(self.http), has(self.openapi), has(self.mcp), has(self.composition)].filter(set, set).size() == 1",
        message = "exactly one of statement, script, builtin, http, openapi, mcp and composition must be set")
@ValidationRule(
        value = "!has(self.builtin) || !(has(self.inputs) || has(self.inputSchema) || has(self.transforms))",
        message = "a builtin has inputs of its own: remove inputs, inputSchema and transforms")
@ValidationRule(
        value = "!has(self.cache) || !(has(self.script) || has(self.composition))",
        message =
                "cache needs a statement, a builtin, a request or mcp: results of scripts and compositions are never cached")
@ValidationRule(
        value = "!has(self.mcp) || !has(self.result)",
        message = "the result of mcp is passed on as it is: remove result")
@ValidationRule(
        value =
                "!has(self.mcp) || !has(self.mcp.definitions) || !(has(self.name) || has(self.title) || has(self.description) || has(self.hints) || has(self.inputs) || has(self.inputSchema) || has(self.outputSchema) || has(self.transforms))",
        message =
                "name, title, description, hints, inputs, inputSchema, outputSchema and transforms are of one tool: with definitions use mcp.overrides, or a Tool of its own")
@ValidationRule(
        value =
                "!has(self.openapi) || !(has(self.name) || has(self.title) || has(self.description) || has(self.hints) || has(self.inputs) || has(self.inputSchema) || has(self.outputSchema) || has(self.transforms))",
        message =
                "name, title, description, hints, inputs, inputSchema, outputSchema and transforms are of one tool: with openapi use openapi.overrides, or a Tool of its own")
public record ToolSpec(
        @JsonPropertyDescription("Servers that serve this tool. 1 to 16, each once.")
        @Required
        @AtomicList
        @Size(min = 1, max = 16)
        @ValidationRule(value = ServerRef.EACH_ONCE, message = "serverRefs must not name a server twice")
        List<ServerRef> serverRefs,

        @JsonPropertyDescription("Whether to stop serving it everywhere while keeping the object. Default false.")
        Optional<Boolean> suspend,

        @JsonPropertyDescription("Name that clients call the tool by. Default: the name of this object.")
        @Size(min = 1, max = Bounds.TOOL_NAME)
        @Pattern(Formats.TOOL_NAME)
        Optional<String> name,

        @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
        Optional<String> title,

        @JsonPropertyDescription("What the tool does and when to use it; agents choose by it, and search ranks by it.")
        @Size(max = Bounds.DESCRIPTION)
        Optional<String> description,

        @JsonPropertyDescription("Icons that clients may show. Up to 8.") @AtomicList @Size(max = 8)
        List<Icon> icons,

        @JsonPropertyDescription("What clients may assume about calls of this tool.")
        Optional<Hints> hints,

        @JsonPropertyDescription(
                "Whether the client asks its user before each call; for tools with the hint destructive."
                        + " A client that cannot ask cannot call the tool. A convenience: clients answer for their users."
                        + " Default false.")
        Optional<Boolean> confirm,

        @JsonPropertyDescription(
                "Arguments of the tool, in the order shown to clients. Up to 64. Only one of inputs and inputSchema; without either the tool has no arguments.")
        @ListMap("name")
        @Size(max = 64)
        List<ToolInput> inputs,

        @JsonPropertyDescription(
                "Arguments of the tool as a JSON Schema 2020-12 of type object: up to 64 KiB, 32 levels deep,"
                        + " references inside it only. Instead of inputs.")
        @PreserveUnknownFields
        Optional<JsonText> inputSchema,

        @JsonPropertyDescription(
                "JSON Schema 2020-12 of the structured result: up to 64 KiB, 32 levels deep, references "
                        + "inside it only.")
        @PreserveUnknownFields
        Optional<JsonText> outputSchema,

        @JsonPropertyDescription("How many rows an answer has, what happens to more, and how its text shows them.")
        Optional<ToolResult> result,

        @JsonPropertyDescription(
                "The statement that a call runs. Exactly one of statement, script, builtin, http, openapi, mcp and composition.")
        Optional<Statement> statement,

        @JsonPropertyDescription(
                "The script that a call runs. Exactly one of statement, script, builtin, http, openapi, mcp and composition.")
        Optional<Script> script,

        @JsonPropertyDescription(
                "A tool that Hyperterse brings along, with inputs of its own. Exactly one of statement, script, builtin, http, openapi, mcp and composition.")
        Optional<Builtin> builtin,

        @JsonPropertyDescription(
                "The request that a call sends to an HTTP API. Exactly one of statement, script, builtin, http, openapi, mcp and composition.")
        Optional<Request> http,

        @JsonPropertyDescription(
                "Operations of an OpenAPI document, each of which becomes a tool; what else is set here holds for all of them."
                        + " Exactly one of statement, script, builtin, http, openapi, mcp and composition.")
        Optional<OpenApi> openapi,

        @JsonPropertyDescription(
                "The tool of another MCP server that a call is passed on to, or approved definitions that each become such a tool. Exactly one of statement, script, builtin, http, openapi, mcp and composition.")
        Optional<UpstreamTool> mcp,

        @JsonPropertyDescription(
                "Other tools of the server that a call calls, and the result that is made of theirs. Exactly one of statement, script, builtin, http, openapi, mcp and composition.")
        Optional<Composition> composition,

        @JsonPropertyDescription("Scripts that change the arguments before they are validated, or the result.")
        Optional<Transforms> transforms,

        @JsonPropertyDescription(
                "Which callers may see and use it, of those that the server lets in. Default: all of them.")
        Optional<LeafAuth> auth,

        @JsonPropertyDescription(
                "Namespaces whose scripts and compositions may call this tool. Default: Same, its own.")
        Optional<Grant> callableFrom,

        @JsonPropertyDescription(
                "Caches results of the statement, builtin, request or other tool. Default: as the server says.")
        Optional<LeafCache> cache,

        @JsonPropertyDescription("How often the tool may be called. Default: as often as the server allows.")
        Optional<ToolLimits> limits,

        @JsonPropertyDescription(
                "How long a call may take, as in 500ms, 10s, 2m. The server's limits.callTimeout bounds it.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> timeout,

        @JsonPropertyDescription(
                "Calls answer clients that know MCP's extension for tasks with a task, and go on. Default: no tasks.")
        Optional<ToolTask> task,

        @JsonPropertyDescription(
                "The page on which clients that know MCP Apps show the tool, where they list it. Default: none.")
        Optional<ToolView> view)
        implements LeafSpec {}
