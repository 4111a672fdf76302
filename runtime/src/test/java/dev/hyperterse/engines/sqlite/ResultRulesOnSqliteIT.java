package dev.hyperterse.engines.sqlite;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.ResultRulesContract;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import java.util.Map;

class ResultRulesOnSqliteIT extends ResultRulesContract {
    ResultRulesOnSqliteIT() {
        super(Dialect.SQLITE);
    }

    @Override
    protected TestCalls calls(Access access) {
        return TestCalls.on(
                TestAdapters.sqlite(access), Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, ""));
    }

    @Override
    protected String rows(int count, int length) {
        return "WITH RECURSIVE g(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM g WHERE i < %d) SELECT hex(zeroblob(%d)) AS v FROM g"
                .formatted(count, length / 2);
    }

    /** The engine makes no value that is longer than a result. */
    @Override
    protected String behindSmallRows() {
        return "result: a value of the statement is larger than this server allows";
    }
}
