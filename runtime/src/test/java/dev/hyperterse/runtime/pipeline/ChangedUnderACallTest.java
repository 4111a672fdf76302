package dev.hyperterse.runtime.pipeline;

import static dev.hyperterse.runtime.connector.TestAdapters.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.connector.TestAdapters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangedUnderACallTest {
    private static final Adapter ADAPTER = TestAdapters.sqlite(Adapter.Access.ReadOnly);

    private final Adapters adapters = new Adapters(this::open, Handover.standard());
    private int opened;

    @Test
    void aCallWhoseConnectionsWereReplacedWhileItWaitedIsServedByTheNewOnes() {
        become("first");
        assertThat(call()).isEqualTo("[2]");
    }

    @Test
    void aCallWhoseConnectionsAreAwayFailsOnce() {
        become("first");
        become("second");
        adapters.close();
        assertThat(call()).isEqualTo("unavailable: adapter db unavailable");
    }

    private void become(String url) {
        adapters.reconfigure(
                List.of(ADAPTER), new ValueSet(url, Map.of(URL, url)), TestCalls.MAX_RESULT, Duration.ZERO);
    }

    private String call() {
        var statement = new SqlStatement(Dialect.SQLITE, List.of(new Segment.Text("SELECT 1")));
        var tool = new StatementLinker(adapters)
                .link(
                        List.of(),
                        new Action.RunSql(TestCalls.ADAPTER, statement, ""),
                        Optional.empty(),
                        ValueSet.empty());
        try (var wheel = new DeadlineWheel();
                var scope = CallScope.open(wheel, 20_000);
                var out = new BufferBudget(TestCalls.MAX_RESULT).open(TestCalls.MAX_RESULT)) {
            return TestCalls.run(tool, "{}", scope, out);
        }
    }

    private Connector open(AdapterSettings settings, Permits permits) {
        opened++;
        return new Numbered(opened);
    }

    /** The first one is replaced while a call waits for it. */
    private final class Numbered implements Connector {
        private final int number;

        Numbered(int number) {
            this.number = number;
        }

        @Override
        public Dialect dialect() {
            return Dialect.SQLITE;
        }

        @Override
        public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
            if (number == 1) {
                become("second");
                throw Unavailable.adapter(TestCalls.ADAPTER);
            }
            out.ascii("[" + number + "]");
            return 1;
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
