package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.AdapterAddress;
import dev.hyperterse.calls.adapter.AdapterSettings;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.ConnectionTrust;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.binding.ParameterRules;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolCall;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.testbed.MetricsPage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Calls of tools whose results are kept, on adapters without a database and by a clock of the test's. */
final class CachedCalls implements AutoCloseable {
    static final long SECOND = Duration.ofSeconds(1).toNanos();

    final MetricRegistry metrics = new MetricRegistry();
    final AtomicLong now = new AtomicLong();
    final AtomicInteger runs = new AtomicInteger();
    final BufferBudget budget;
    final ResultCache cache;
    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final ActionLinker linker;
    private final Adapters adapters = new Adapters(
            (adapter, values, maxResultSize) -> new Stubbed(adapter, values, this),
            new Handover(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(5), () -> 0L));
    private LinkSettings links = new LinkSettings(Map.of(), ValueSet.empty());

    private volatile List<String> columns = List.of();

    /** Whether a script reads the results. */
    volatile boolean forScripts;

    /** What a run does; it writes rows and says how many. */
    volatile Engine engine = (operation, scope, out) -> {
        out.json('[').json('{').quoted("values").json(':').quoted(Arrays.toString(operation.values()));
        out.json('}').json(']');
        return 1;
    };

    /** A database of the test's. */
    @FunctionalInterface
    interface Engine {
        int run(BoundStatement operation, CallScope scope, ResultBuffer out);
    }

    CachedCalls(long budget, long maxSize) {
        this.budget = new BufferBudget(budget);
        this.cache = new ResultCache(this.budget, maxSize, metrics, now::get);
        this.linker = new ActionLinker(cache, ScriptLinker.none());
        become(TestAdapters.postgres(Adapter.Access.ReadOnly), "one", "app", "secret");
    }

    /** Makes that the adapter of tools that are linked from now on. */
    void become(Adapter adapter, String address, String user, String password) {
        become(adapter, address, user, password, Map.of());
    }

    void become(Adapter adapter, String address, String user, String password, Map<ValueKey, String> environment) {
        var entries = new java.util.HashMap<>(environment);
        entries.put(TestAdapters.URL, address);
        entries.put(TestAdapters.USERNAME, user);
        entries.put(TestAdapters.PASSWORD, password);
        links = TestCalls.live(
                adapters, List.of(adapter), new ValueSet("set", entries), TestCalls.limits(1 << 20, 256));
    }

    Object connections() {
        return links.adapters().get(TestCalls.ADAPTER).connections();
    }

    LinkedTool tool(List<Input> inputs, SqlStatement statement) {
        return tool("uid", "a tool", inputs, statement);
    }

    LinkedTool tool(String uid, String description, List<Input> inputs, SqlStatement statement) {
        return tool(uid, description, inputs, statement, Optional.empty());
    }

    LinkedTool tool(
            String uid, String description, List<Input> inputs, SqlStatement statement, Optional<ResultRules> result) {
        return linker.link(
                new ToolLeaf(
                        new LeafIdentity(LeafKind.Tool, "shop", "tool", uid, 1),
                        "tool",
                        Optional.empty(),
                        Optional.of(description),
                        List.of(),
                        ToolLeaf.Hints.NONE,
                        new Inputs.Declared(inputs),
                        tools.jackson.databind.json.JsonMapper.shared().createObjectNode(),
                        Optional.empty(),
                        new Action.RunSql(TestCalls.ADAPTER, statement, ""),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        result,
                        Optional.of(new ToolLeaf.Cache(10_000)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                links);
    }

    CallScope scope() {
        return CallScope.open(deadlines, 60_000);
    }

    /** The rows, with {@code cached} in front where they come from the cache, or {@code stage: message}. */
    String call(LinkedTool tool, String arguments) {
        return call(tool, arguments, Principal.ANONYMOUS);
    }

    String call(LinkedTool tool, String arguments, Principal principal) {
        try (var scope = scope()) {
            return call(tool, arguments, principal, scope);
        }
    }

    /** With another {@code limits.maxResultSize}. */
    String call(LinkedTool tool, String arguments, long maxResultSize) {
        try (var scope = scope()) {
            return call(tool, arguments, Principal.ANONYMOUS, scope, maxResultSize);
        }
    }

    String call(LinkedTool tool, String arguments, Principal principal, CallScope scope) {
        return call(tool, arguments, principal, scope, TestCalls.MAX_RESULT);
    }

    private String call(LinkedTool tool, String arguments, Principal principal, CallScope scope, long maxResultSize) {
        var bytes = arguments.getBytes(StandardCharsets.UTF_8);
        try (var out = budget.open(maxResultSize)) {
            columns = List.of();
            var writer = new AgedWriter(out);
            var context = new CallContext(principal, Client.NONE, scope);
            try (var call = new ToolCall(context, new JsonSpan(bytes, 0, bytes.length), writer)) {
                tool.call(call);
                columns = out.rowsEnd().columns();
                return writer.prefix + new String(out.toByteArray(), StandardCharsets.UTF_8);
            } catch (CallFailure failure) {
                return failure.stage().spelling() + ": " + failure.getMessage();
            }
        }
    }

    /** Of the last answer, as far as they were named. */
    List<String> columns() {
        return columns;
    }

    long calls(String outcome) {
        return MetricsPage.count(metrics.exposition(), "hyperterse_cache_calls_total{outcome=\"" + outcome + "\"}");
    }

    long evictions(String reason) {
        return MetricsPage.count(metrics.exposition(), "hyperterse_cache_evictions_total{reason=\"" + reason + "\"}");
    }

    @Override
    public void close() {
        adapters.close();
        deadlines.close();
    }

    private final class AgedWriter extends ResultWriter {
        private String prefix = "";

        AgedWriter(ResultBuffer out) {
            super(out);
        }

        @Override
        protected RowRules forReader(RowRules ofTool) {
            return forScripts ? ofTool.forScripts() : ofTool;
        }

        @Override
        public void fromCache(Duration age, Duration remaining) {
            prefix = "cached %d/%d ".formatted(age.toSeconds(), remaining.toSeconds());
        }

        @Override
        protected void afterRows() {
            if (rules().shape() == RowShape.Row && rows() == 0) {
                throw new CallFailure(Stage.RESULT, "the result has no row");
            }
        }
    }

    private record Stubbed(Adapter adapter, ValueSet values, CachedCalls calls)
            implements AdapterSettings<BoundStatement> {
        @Override
        public String system() {
            return "sqlite";
        }

        @Override
        public AdapterAddress address() {
            return new AdapterAddress("stub", values.find(TestAdapters.URL), Optional.empty(), Map.of());
        }

        @Override
        public ConnectionTrust trust() {
            return new ConnectionTrust(values.find(TestAdapters.USERNAME), TlsMode.Disable, Optional.empty());
        }

        @Override
        public List<Optional<String>> credentials() {
            return List.of(values.find(TestAdapters.PASSWORD));
        }

        @Override
        public OperationKind<BoundStatement> operations() {
            ParameterRules rules = () -> Dialect.SQLITE;
            return rules;
        }

        @Override
        public Connector<BoundStatement> open(Permits permits) {
            return new StubConnector(calls);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Stubbed that
                    && adapter.equals(that.adapter)
                    && address().equals(that.address())
                    && trust().equals(that.trust())
                    && credentials().equals(that.credentials());
        }

        @Override
        public int hashCode() {
            return adapter.hashCode();
        }
    }

    private record StubConnector(CachedCalls calls) implements Connector<BoundStatement> {
        @Override
        public int run(BoundStatement operation, CallScope scope, ResultBuffer out) {
            calls.runs.incrementAndGet();
            return calls.engine.run(operation, scope, out);
        }

        @Override
        public AdapterState probe() {
            return state();
        }

        @Override
        public AdapterState state() {
            return AdapterState.up(TestCalls.ADAPTER);
        }

        @Override
        public void retire(Duration drain) {
            // Nothing is open.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
