package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.PathSegments;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.input.MirroredInput;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.ApiAuth;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.http.HttpEndpoint;
import dev.hyperterse.runtime.check.CheckRound;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.result.PromptResult;
import dev.hyperterse.runtime.mcp.result.ResourceResult;
import dev.hyperterse.runtime.mcp.result.ResultFrame;
import dev.hyperterse.runtime.mcp.result.ToolContent;
import dev.hyperterse.runtime.tool.ActionCheck;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of another server: of tools, whose arguments are passed on as they are, of prompts and of resources. */
final class McpCalls implements AutoCloseable {
    /** Longer than any test waits: a server that answers may do so late on a busy machine. */
    private static final long PATIENCE = 60_000;

    static final String TOKEN = "Bearer t0ken-of-the-adapter";

    private static final int CONNECTIONS = 4;

    private static final ValueKey URL = ValueKey.adapter(TestCalls.ADAPTER, "url");
    private static final ValueKey AUTHORIZATION = ValueKey.adapter(TestCalls.ADAPTER, "header-authorization");

    private final TestCalls calls;

    private McpCalls(TestCalls calls) {
        this.calls = calls.settled();
    }

    static McpCalls on(String url) {
        return on(url, PATIENCE, Adapter.Access.ReadWrite);
    }

    static McpCalls on(String url, long timeoutMillis, Adapter.Access access) {
        return on(url, timeoutMillis, access, Optional.empty(), Map.of());
    }

    /** Of a server that may ask users. */
    static McpCalls asking(String url) {
        return asking(url, CONNECTIONS);
    }

    static McpCalls asking(String url, int connections) {
        var engine = engine(Optional.empty(), true);
        var adapter = adapter(engine, PATIENCE, Adapter.Access.ReadWrite, connections);
        return new McpCalls(TestCalls.on(adapter, Map.of(URL, url, AUTHORIZATION, TOKEN)));
    }

    /** With tokens in place of the header of the adapter. */
    static McpCalls on(String url, ApiAuth auth, Map<ValueKey, String> values) {
        return on(url, PATIENCE, Adapter.Access.ReadWrite, Optional.of(auth), values);
    }

    private static McpCalls on(
            String url,
            long timeoutMillis,
            Adapter.Access access,
            Optional<ApiAuth> auth,
            Map<ValueKey, String> others) {
        var values = new HashMap<>(others);
        values.put(URL, url);
        values.put(AUTHORIZATION, TOKEN);
        return new McpCalls(TestCalls.on(adapter(engine(auth), timeoutMillis, access), values));
    }

    /** The connections to a server, without calls. */
    static HttpEndpoint endpoint(String url) {
        var engine = engine(Optional.empty());
        return new HttpEndpoint(
                adapter(engine, PATIENCE, Adapter.Access.ReadWrite),
                engine,
                new ValueSet("test", Map.of(URL, url, AUTHORIZATION, TOKEN)),
                new Permits(1));
    }

    /** The same, which exchanges tokens. */
    static HttpEndpoint endpoint(String url, ApiAuth auth, Map<ValueKey, String> others) {
        var values = new HashMap<>(others);
        values.put(URL, url);
        var engine = engine(Optional.of(auth));
        return new HttpEndpoint(
                adapter(engine, PATIENCE, Adapter.Access.ReadWrite),
                engine,
                new ValueSet("test", values),
                new Permits(1));
    }

    /** A catalog with an adapter of a server, whose token is that. */
    static Catalog catalog(long sequence, String url, String token, Leaf... leaves) {
        var catalog = Servers.searching().catalog(sequence, leaves);
        var adapter = adapter(engine(Optional.empty()), PATIENCE, Adapter.Access.ReadOnly);
        return new Catalog(
                catalog.revision(),
                catalog.server().with(draft -> draft.adapters = List.of(adapter)),
                catalog.leaves(),
                new ValueSet("values-" + sequence, Map.of(URL, url, AUTHORIZATION, token)));
    }

    /** Lists the definitions of a server as people who approve them do. */
    Map<UpstreamDefinition, List<JsonNode>> listed(String url, Set<UpstreamDefinition> kinds) {
        var engine = engine(Optional.empty());
        var adapter = McpAdapter.of(
                adapter(engine, PATIENCE, Adapter.Access.ReadOnly),
                engine,
                new ValueSet("test", Map.of(URL, url, AUTHORIZATION, TOKEN)));
        return onVirtualThread(scope -> ListedDefinitions.of(adapter, kinds, scope));
    }

    private static Engine.Mcp engine(Optional<ApiAuth> auth) {
        return engine(auth, false);
    }

    private static Engine.Mcp engine(Optional<ApiAuth> auth, boolean asking) {
        return new Engine.Mcp(
                URL,
                Optional.empty(),
                Optional.empty(),
                new Engine.Tls(TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty()),
                Addresses.Public,
                auth.isPresent() ? Map.of() : Map.of("authorization", AUTHORIZATION),
                auth,
                asking);
    }

    private static Adapter adapter(Engine.Mcp engine, long timeoutMillis, Adapter.Access access) {
        return adapter(engine, timeoutMillis, access, CONNECTIONS);
    }

    private static Adapter adapter(Engine.Mcp engine, long timeoutMillis, Adapter.Access access, int connections) {
        return new Adapter(
                TestCalls.ADAPTER,
                access,
                new Adapter.Pool(connections, 0, PATIENCE, 600_000, 1_800_000),
                timeoutMillis,
                100,
                engine);
    }

    /** What one call is made with. */
    record With(boolean readOnly, Principal principal, Client client, CallTrace trace, RequestHeaders headers) {
        static final With NOTHING = new With(false, Client.NONE, CallTrace.NONE, RequestHeaders.NONE);
        static final With READ_ONLY = new With(true, Client.NONE, CallTrace.NONE, RequestHeaders.NONE);

        With(boolean readOnly, Client client, CallTrace trace, RequestHeaders headers) {
            this(readOnly, Principal.ANONYMOUS, client, trace, headers);
        }

        /** A caller whom {@code login} has verified by that token. */
        static With token(String name, String token) {
            var principal = new Principal(Optional.of("login"), Optional.of(name), Set.of(), Set.of(), Map.of());
            RequestHeaders headers =
                    header -> header.equalsIgnoreCase("authorization") ? List.of("Bearer " + token) : List.of();
            return new With(false, principal, Client.NONE, CallTrace.NONE, headers);
        }

        With reading() {
            return new With(true, principal, client, trace, headers);
        }

        CallContext context(CallScope scope) {
            return new CallContext(principal, client, scope, trace, headers, PathSegments.NONE);
        }
    }

    /** The members of the result, or {@code stage: message}. */
    String run(String tool, String arguments) {
        return run(tool, arguments, With.NOTHING);
    }

    String run(String tool, String arguments, With with) {
        return onVirtualThread(scope -> run(tool, arguments, with, scope));
    }

    String run(String tool, String arguments, With with, CallScope scope) {
        var inputs = new Inputs.BySchema(JsonMapper.shared().readTree("{\"type\":\"object\"}"), List.of());
        var linked = calls.tool(
                inputs,
                new Action.CallTool(TestCalls.ADAPTER, tool, Optional.empty(), with.readOnly(), Optional.empty()));
        return run(linked, arguments, with, scope, out -> new ToolContent(out, ResultFrame.NONE));
    }

    /** The same of a tool whose arguments have that schema. */
    String run(String tool, String arguments, JsonNode schema) {
        var linked = calls.tool(
                new Inputs.BySchema(schema, List.of()),
                new Action.CallTool(
                        TestCalls.ADAPTER, tool, Optional.empty(), false, Optional.empty(), MirroredInput.of(schema)));
        return onVirtualThread(
                scope -> run(linked, arguments, With.NOTHING, scope, out -> new ToolContent(out, ResultFrame.NONE)));
    }

    /** The failure of a call, whose deadline passes once that is reached. */
    CallFailure failure(String tool, With with, BooleanSupplier reached) {
        return failure(tool, with, _ -> reached.getAsBoolean());
    }

    /** @param reached tests the thread of the call */
    CallFailure failure(String tool, With with, Predicate<Thread> reached) {
        var linked = calls.tool(
                new Inputs.BySchema(JsonMapper.shared().readTree("{\"type\":\"object\"}"), List.of()),
                new Action.CallTool(TestCalls.ADAPTER, tool, Optional.empty(), with.readOnly(), Optional.empty()));
        return onVirtualThread(scope -> {
            var caller = Thread.currentThread();
            try (var out = calls.budget().open(TestCalls.MAX_RESULT)) {
                var content = new ToolContent(out, ResultFrame.NONE);
                return TestCalls.failure(linked, with.context(scope), content, () -> reached.test(caller));
            }
        });
    }

    /** Gets a prompt, whose arguments are those that are given. */
    String prompt(String name, Map<String, String> arguments) {
        return prompt(name, arguments, With.NOTHING);
    }

    String prompt(String name, Map<String, String> arguments, With with) {
        var linked = linked(arguments.keySet(), new Action.GetPrompt(TestCalls.ADAPTER, name, Optional.empty()));
        return onVirtualThread(scope -> run(
                linked,
                JsonMapper.shared().writeValueAsString(arguments),
                with,
                scope,
                out -> new PromptResult(out, Optional.of("approved"), ResultFrame.NONE)));
    }

    /** Reads a resource with a fixed URI. */
    String read(String uri) {
        return read(new ResourceLeaf.Address.Fixed(uri), Map.of(), uri);
    }

    /** Reads the resource of a template. */
    String read(UriTemplate template, Map<String, String> variables) {
        return read(new ResourceLeaf.Address.Templated(template), variables, "of the client");
    }

    private String read(ResourceLeaf.Address address, Map<String, String> variables, String uri) {
        var linked = linked(variables.keySet(), new Action.ReadResource(TestCalls.ADAPTER, address, Optional.empty()));
        return onVirtualThread(scope -> run(
                linked,
                JsonMapper.shared().writeValueAsString(variables),
                With.NOTHING,
                scope,
                out -> new ResourceResult(out, uri, "text/plain", false, ResultFrame.NONE)));
    }

    private LinkedTool linked(Set<String> names, Action action) {
        var inputs = names.stream()
                .sorted()
                .map(name -> Input.of(name, InputType.STRING, false))
                .toList();
        return calls.tool(inputs, action);
    }

    private String run(
            LinkedTool linked,
            String arguments,
            With with,
            CallScope scope,
            Function<ResultBuffer, ResultWriter> writing) {
        var bytes = arguments.getBytes(StandardCharsets.UTF_8);
        var context = with.context(scope);
        try (var out = calls.budget().open(TestCalls.MAX_RESULT)) {
            var writer = writing.apply(out);
            try (var call = new ToolCall(context, new JsonSpan(bytes, 0, bytes.length), writer)) {
                linked.call(call);
            }
            writer.end();
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        } catch (CallFailure failure) {
            return failure.stage().spelling() + ": " + failure.getMessage();
        }
    }

    DeadlineTimer deadlines() {
        return calls.deadlines();
    }

    /** The checks of a tool in a replica. */
    CheckRound round(String tool, String definition) {
        var action = new Action.CallTool(TestCalls.ADAPTER, tool, Optional.empty(), true, Optional.of(definition));
        return new CheckRound(List.of(Leaves.tool(tool, action)), links());
    }

    void pass(CheckRound round) {
        round.pass(calls.deadlines(), () -> true);
    }

    /** The adapter gets tokens in another way. */
    void become(String url, ApiAuth auth, Map<ValueKey, String> others) {
        var values = new HashMap<>(others);
        values.put(URL, url);
        calls.reconfigure(adapter(engine(Optional.of(auth)), PATIENCE, Adapter.Access.ReadWrite), values);
    }

    /** The server may ask users from now on, or may not any more. */
    void become(String url, boolean asking) {
        calls.reconfigure(
                adapter(engine(Optional.empty(), asking), PATIENCE, Adapter.Access.ReadWrite),
                Map.of(URL, url, AUTHORIZATION, TOKEN));
    }

    /** Settings whose connections replace the present ones at once. */
    void becomeReadOnly(String url, int connections) {
        calls.reconfigure(
                adapter(engine(Optional.empty(), true), PATIENCE, Adapter.Access.ReadOnly, connections),
                Map.of(URL, url, AUTHORIZATION, TOKEN));
    }

    /** Whether checks compare a tool with what the other server has. */
    boolean isChecked(String tool) {
        return ActionCheck.of(
                        new Action.CallTool(TestCalls.ADAPTER, tool, Optional.empty(), true, Optional.of("digest")),
                        links())
                .isPresent();
    }

    /** What the other server says of a tool. */
    StatementCheck check(String tool, Optional<String> definition) {
        var action = new Action.CallTool(TestCalls.ADAPTER, tool, Optional.empty(), true, definition);
        return check(action);
    }

    StatementCheck check(Action action) {
        return onVirtualThread(scope -> check(calls.adapters().live().get(TestCalls.ADAPTER), action, scope));
    }

    /** What its definitions are linked with. */
    LinkSettings links() {
        return new LinkSettings(calls.adapters().live(), ValueSet.empty());
    }

    private static <O> StatementCheck check(LiveAdapter<O> adapter, Action action, CallScope scope) {
        var sample = adapter.operations().sample(action, ValueSet.empty()).orElseThrow();
        return adapter.check(sample.operation(), scope);
    }

    /** As in a replica, where an interrupt closes a socket. */
    <T> T onVirtualThread(Function<CallScope, T> call) {
        try (var thread = Executors.newVirtualThreadPerTaskExecutor();
                var scope = CallScope.open(calls.deadlines(), PATIENCE)) {
            return thread.submit(() -> call.apply(scope)).get();
        } catch (ExecutionException | InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    @Override
    public void close() {
        calls.close();
    }
}
