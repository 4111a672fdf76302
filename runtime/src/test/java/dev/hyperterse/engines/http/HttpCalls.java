package dev.hyperterse.engines.http;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.PathSegments;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.request.PublishedDocument;
import dev.hyperterse.catalog.request.RequestMethod;
import dev.hyperterse.catalog.request.RequestTemplate;
import dev.hyperterse.catalog.request.ResponseRules;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.ApiAuth;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.tool.ActionCheck;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.TestCalls;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Requests to a server of a test, short enough for one: {@code GET /orders/<v>} puts the input v into the path. */
final class HttpCalls implements AutoCloseable {
    static final int CONNECTIONS = 4;

    /** Longer than any test waits: a server that answers may do so late on a busy machine. */
    private static final long PATIENCE = 60_000;

    static final String TOKEN = "Bearer t0ken-of-the-adapter";

    private static final ValueKey URL = key("url");
    private static final ValueKey AUTHORIZATION = key("header-authorization");
    private static final ValueKey CA = key("tls-ca");

    private final TestCalls calls;

    private HttpCalls(TestCalls calls) {
        this.calls = calls.settled();
    }

    static HttpCalls on(String url) {
        return on(url, 10_000, Map.of());
    }

    static HttpCalls on(String url, long timeoutMillis, Map<ValueKey, String> others) {
        var values = new HashMap<>(others);
        values.put(URL, url);
        values.put(AUTHORIZATION, TOKEN);
        return new HttpCalls(TestCalls.on(adapter(timeoutMillis, url, others, Optional.empty()), values));
    }

    /** With tokens in place of the header of the adapter. */
    static HttpCalls on(String url, ApiAuth auth, Map<ValueKey, String> others) {
        return new HttpCalls(TestCalls.on(adapter(10_000, url, others, Optional.of(auth)), valuesOf(url, others)));
    }

    /** With tokens of an endpoint that does not answer within the connection timeout. */
    static HttpCalls waiting(long connectionMillis, String url, ApiAuth auth, Map<ValueKey, String> others) {
        var adapter = adapter(10_000, url, others, Optional.of(auth));
        var pool = new Adapter.Pool(CONNECTIONS, 0, connectionMillis, 600_000, 1_800_000);
        return new HttpCalls(TestCalls.on(
                new Adapter(adapter.name(), adapter.access(), pool, 10_000, 100, adapter.engine()),
                valuesOf(url, others)));
    }

    /** Settings that are handed over to. */
    void become(String url, ApiAuth auth, Map<ValueKey, String> others) {
        calls.reconfigure(adapter(10_000, url, others, Optional.of(auth)), valuesOf(url, others));
    }

    private static Map<ValueKey, String> valuesOf(String url, Map<ValueKey, String> others) {
        var values = new HashMap<>(others);
        values.put(URL, url);
        return values;
    }

    static Map<ValueKey, String> trusting(String ca) {
        return Map.of(CA, ca);
    }

    private static ValueKey key(String setting) {
        return ValueKey.adapter(TestCalls.ADAPTER, setting);
    }

    private static Adapter adapter(
            long timeoutMillis, String url, Map<ValueKey, String> others, Optional<ApiAuth> auth) {
        var ca = Optional.of(CA).filter(others::containsKey);
        var mode = url.startsWith("https") ? TlsMode.VerifyFull : TlsMode.Disable;
        return new Adapter(
                TestCalls.ADAPTER,
                Adapter.Access.ReadWrite,
                new Adapter.Pool(CONNECTIONS, 0, PATIENCE, 600_000, 1_800_000),
                timeoutMillis,
                100,
                new Engine.Http(
                        URL,
                        Optional.empty(),
                        Optional.empty(),
                        new Engine.Tls(mode, ca, Optional.empty(), Optional.empty()),
                        Addresses.Public,
                        auth.isPresent() ? Map.of() : Map.of("authorization", AUTHORIZATION),
                        auth));
    }

    TestCalls calls() {
        return calls;
    }

    /** The rows, or {@code stage: message}. */
    String run(String request) {
        return run(request, new ResponseRules(ResponseRules.Format.Json, List.of()));
    }

    String run(String request, ResponseRules response) {
        return onVirtualThread(scope -> run(request, response, scope));
    }

    String run(String request, ResultRules rules) {
        var tool = calls.tool(action(request, new ResponseRules(ResponseRules.Format.Json, List.of())), rules);
        return onVirtualThread(scope -> {
            try (var out = calls.budget().open(TestCalls.MAX_RESULT)) {
                return TestCalls.run(tool, "{}", scope, out);
            }
        });
    }

    String run(String request, CallScope scope) {
        return onVirtualThread(_ -> run(request, new ResponseRules(ResponseRules.Format.Json, List.of()), scope));
    }

    /** For a caller whose request has that header. */
    String run(String request, Principal principal, String authorization) {
        RequestHeaders headers = name -> name.equalsIgnoreCase("authorization") ? List.of(authorization) : List.of();
        var tool = calls.tool(List.of(), action(request, new ResponseRules(ResponseRules.Format.Json, List.of())));
        return onVirtualThread(scope -> {
            var context = new CallContext(principal, Client.NONE, scope, CallTrace.NONE, headers, PathSegments.NONE);
            try (var out = calls.budget().open(TestCalls.MAX_RESULT)) {
                return TestCalls.run(tool, "{}", context, out);
            }
        });
    }

    /** The failure of such a call, whose deadline passes once that is reached. */
    CallFailure failure(String request, Principal principal, String authorization, BooleanSupplier reached) {
        RequestHeaders headers = name -> name.equalsIgnoreCase("authorization") ? List.of(authorization) : List.of();
        var tool = calls.tool(List.of(), action(request, new ResponseRules(ResponseRules.Format.Json, List.of())));
        return onVirtualThread(scope -> {
            var context = new CallContext(principal, Client.NONE, scope, CallTrace.NONE, headers, PathSegments.NONE);
            try (var out = calls.budget().open(TestCalls.MAX_RESULT)) {
                return TestCalls.failure(tool, context, new ResultWriter(out), reached);
            }
        });
    }

    private String run(String request, ResponseRules response, CallScope scope) {
        var tool = calls.tool(List.of(Input.of("v", InputType.STRING, true)), action(request, response));
        try (var out = calls.budget().open(TestCalls.MAX_RESULT)) {
            return TestCalls.run(tool, "{\"v\":\"7\"}", scope, out);
        }
    }

    /** As in a replica, where an interrupt closes a socket. */
    private <T> T onVirtualThread(Function<CallScope, T> call) {
        try (var thread = Executors.newVirtualThreadPerTaskExecutor();
                var scope = CallScope.open(calls.deadlines(), 20_000)) {
            return thread.submit(() -> call.apply(scope)).get();
        } catch (ExecutionException | InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private static Action action(String request, ResponseRules response) {
        var words = request.split(" ");
        var path = Arrays.stream(words[1].substring(1).split("/", -1))
                .map(segment -> segment.equals("<v>")
                        ? new Value.Whole(new Reference.Input("v"))
                        : (Value) new Value.Concatenation(List.of(new Value.Literal(segment))))
                .toList();
        return new Action.RunRequest(
                TestCalls.ADAPTER,
                new RequestTemplate(
                        RequestMethod.valueOf(words[0]), path, List.of(), List.of(), Optional.empty(), response),
                request,
                Optional.empty());
    }

    /** What a check says of a request that a document describes. */
    StatementCheck check(PublishedDocument published) {
        return check(published, PATIENCE);
    }

    StatementCheck check(PublishedDocument published, long timeoutMillis) {
        try (var scope = CallScope.open(calls.deadlines(), timeoutMillis)) {
            return check(published, scope);
        }
    }

    StatementCheck check(PublishedDocument published, CallScope scope) {
        try (var thread = Executors.newVirtualThreadPerTaskExecutor()) {
            var adapter = calls.adapters().live().get(TestCalls.ADAPTER);
            return thread.submit(() -> check(adapter, describedBy(published), scope))
                    .get();
        } catch (ExecutionException | InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private static <O> StatementCheck check(LiveAdapter<O> adapter, Action action, CallScope scope) {
        var sample = adapter.operations().sample(action, ValueSet.empty()).orElseThrow();
        return adapter.check(sample.operation(), scope);
    }

    /** Whether a check compares the document. */
    boolean isChecked(PublishedDocument published) {
        return ActionCheck.of(describedBy(published), links()).isPresent();
    }

    /** The checks of definitions in a replica. */
    LinkSettings links() {
        return new LinkSettings(calls.adapters().live(), ValueSet.empty());
    }

    static Action.RunRequest describedBy(PublishedDocument published) {
        var request =
                (Action.RunRequest) action("POST /orders", new ResponseRules(ResponseRules.Format.Json, List.of()));
        return new Action.RunRequest(request.adapter(), request.request(), request.text(), Optional.of(published));
    }

    /** A catalog with an adapter of an API. */
    static Catalog catalog(String url, Leaf... leaves) {
        var catalog = Servers.searching().catalog(1, leaves);
        var adapter = adapter(10_000, url, Map.of(), Optional.empty());
        return new Catalog(
                catalog.revision(),
                catalog.server().with(draft -> draft.adapters = List.of(adapter)),
                catalog.leaves(),
                new ValueSet("values", Map.of(URL, url, AUTHORIZATION, TOKEN)));
    }

    String state() {
        var state = calls.adapters().states().getFirst();
        return state.status() + state.message().map(" "::concat).orElse("");
    }

    @Override
    public void close() {
        calls.close();
    }
}
