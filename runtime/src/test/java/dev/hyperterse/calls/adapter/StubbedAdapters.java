package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.engines.postgres.PostgresAdapter;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.scripts.ScriptLinker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Adapters without a database: the test brings the connectors, and calls tools that are linked to them. */
final class StubbedAdapters implements AutoCloseable {
    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final Adapters adapters;
    /** By the URL that the adapters had. */
    private final Map<String, LinkSettings> links = new HashMap<>();

    StubbedAdapters(Opening connectors, Handover handover) {
        this.adapters = new Adapters(
                (adapter, values, maxResultSize) -> new Stubbed(
                        PostgresAdapter.of(
                                adapter, (Engine.Postgres) adapter.engine(), values, Path.of("."), maxResultSize),
                        connectors),
                handover);
    }

    /** Opens the connectors of a test. */
    @FunctionalInterface
    interface Opening {
        Connector<BoundStatement> open(AdapterSettings<BoundStatement> settings, Permits permits);
    }

    /** Settings of Postgres, with connectors of the test. */
    private record Stubbed(PostgresAdapter postgres, Opening opening) implements AdapterSettings<BoundStatement> {
        @Override
        public Adapter adapter() {
            return postgres.adapter();
        }

        @Override
        public String system() {
            return postgres.system();
        }

        @Override
        public AdapterAddress address() {
            return postgres.address();
        }

        @Override
        public ConnectionTrust trust() {
            return postgres.trust();
        }

        @Override
        public List<Optional<String>> credentials() {
            return postgres.credentials();
        }

        @Override
        public OperationKind<BoundStatement> operations() {
            return postgres.operations();
        }

        @Override
        public Connector<BoundStatement> open(Permits permits) {
            return opening.open(this, permits);
        }
    }

    static Adapter adapter(String name) {
        var usual = TestAdapters.postgres(Access.ReadWrite);
        return new Adapter(
                name, usual.access(), usual.pool(), usual.statementTimeoutMillis(), usual.maxRows(), usual.engine());
    }

    static ValueSet values(String url, String username, String password) {
        return new ValueSet(
                "", Map.of(TestAdapters.URL, url, TestAdapters.USERNAME, username, TestAdapters.PASSWORD, password));
    }

    void become(List<Adapter> adapters, ValueSet values, Limits limits) {
        links.put(url(values), TestCalls.live(this.adapters, adapters, values, limits));
    }

    /** What tools were linked with while the adapters had the URL of these values. */
    LinkSettings links(ValueSet values) {
        return links.get(url(values));
    }

    private static String url(ValueSet values) {
        return values.find(TestAdapters.URL).orElseThrow();
    }

    /** Calls a tool that was linked while its adapter had the URL of these values; the rows, or {@code stage: message}. */
    Supplier<String> tool(Adapter adapter, ValueSet values) {
        var statement = new SqlStatement(Dialect.POSTGRES, List.of(new Segment.Text("SELECT 1")));
        var tool = new ActionLinker(ScriptLinker.none())
                .link(
                        List.of(),
                        new Action.RunSql(adapter.name(), statement, ""),
                        Optional.empty(),
                        links.get(url(values)));
        return () -> {
            try (var scope = CallScope.open(deadlines, 50_000);
                    var out = new BufferBudget(TestCalls.MAX_RESULT).open(TestCalls.MAX_RESULT)) {
                return TestCalls.run(tool, "{}", scope, out);
            }
        };
    }

    /** Leaves the tools without adapters, as a replica does that ends. */
    void closeConnectors() {
        adapters.close();
    }

    List<AdapterState> states() {
        return adapters.states();
    }

    @Override
    public void close() {
        closeConnectors();
        deadlines.close();
    }

    /** A connector that is up and holds nothing; what its calls do is the test's. */
    abstract static class Stub implements Connector<BoundStatement> {
        private final String name;

        Stub(String name) {
            this.name = name;
        }

        final String name() {
            return name;
        }

        @Override
        public AdapterState probe() {
            return state();
        }

        @Override
        public AdapterState state() {
            return AdapterState.up(name);
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
