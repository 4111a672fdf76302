package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Adapter.Access;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.DeadlineWheel;
import dev.hyperterse.runtime.connector.TestAdapters;
import dev.hyperterse.runtime.memory.BufferBudget;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.StatementLinker;
import dev.hyperterse.runtime.tool.TestCalls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Adapters without a database: the test brings the connectors, and calls tools that are linked to them. */
final class StubbedAdapters implements AutoCloseable {
    private final DeadlineWheel wheel = new DeadlineWheel();
    private final Adapters adapters;

    StubbedAdapters(Connectors connectors, Handover handover) {
        this.adapters = new Adapters(connectors, handover);
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
        this.adapters.reconfigure(adapters, values, limits);
    }

    /** Calls a tool that was linked while its adapter had these values; the rows, or {@code stage: message}. */
    Supplier<String> tool(Adapter adapter, ValueSet values) {
        var statement = new SqlStatement(Dialect.POSTGRES, List.of(new Segment.Text("SELECT 1")));
        var tool = new StatementLinker(adapters)
                .link(
                        List.of(),
                        new Action.RunSql(adapter.name(), statement, ""),
                        Optional.empty(),
                        LinkSettings.of(List.of(adapter), values));
        return () -> {
            try (var scope = CallScope.open(wheel, 50_000);
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
        wheel.close();
    }

    /** A connector that is up and holds nothing; what its calls do is the test's. */
    abstract static class Stub implements Connector {
        private final String name;

        Stub(String name) {
            this.name = name;
        }

        final String name() {
            return name;
        }

        @Override
        public Dialect dialect() {
            return Dialect.POSTGRES;
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
