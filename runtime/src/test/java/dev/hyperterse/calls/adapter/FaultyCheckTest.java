package dev.hyperterse.calls.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.runtime.check.CheckRound;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.tool.TestCalls;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FaultyCheckTest {
    private final AtomicInteger asked = new AtomicInteger();

    @AutoClose
    private final StubbedAdapters adapters =
            new StubbedAdapters((settings, permits) -> new Faulty(), Handover.standard());

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    @Test
    void failedCheckDoesNotEndTheChecksOfOtherDefinitions() {
        var values = StubbedAdapters.values("jdbc:postgresql://localhost/one", "user", "password");
        adapters.become(
                List.of(StubbedAdapters.adapter("db")), values, new Limits(1, TestCalls.MAX_RESULT, 1, 10_000, 256, 1));
        var round = new CheckRound(List.of(tool("first"), tool("second")), adapters.links(values));

        round.pass(deadlines, () -> true);

        assertThat(asked).hasValue(2);
        assertThat(round.unanswered()).isEmpty();
    }

    private static ToolLeaf tool(String name) {
        var statement = new SqlStatement(Dialect.POSTGRES, List.of(new Segment.Text("SELECT 1")));
        return Leaves.tool(name, new Action.RunSql("db", statement, "SELECT 1"));
    }

    private final class Faulty extends StubbedAdapters.Stub {
        private Faulty() {
            super("db");
        }

        @Override
        public int run(BoundStatement operation, CallScope scope, ResultBuffer out) {
            return 0;
        }

        @Override
        public StatementCheck check(BoundStatement operation, CallScope scope) {
            if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("a bug of a driver");
            }
            return new StatementCheck.Accepted();
        }
    }
}
