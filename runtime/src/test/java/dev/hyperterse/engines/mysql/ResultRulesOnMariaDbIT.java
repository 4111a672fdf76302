package dev.hyperterse.engines.mysql;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.ResultRulesContract;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class ResultRulesOnMariaDbIT extends ResultRulesContract {
    private static MariaDbDatabase database;

    ResultRulesOnMariaDbIT() {
        super(Dialect.MYSQL);
    }

    @BeforeAll
    static void create(MariaDbDatabase empty) {
        database = empty;
        database.numbers(1, 20, 100);
    }

    @Override
    protected TestCalls calls(Access access) {
        return TestCalls.on(TestAdapters.mysql(access), TestAdapters.values(database));
    }

    @Override
    protected boolean hasReturning() {
        return !database.isMysql();
    }

    @Override
    protected String rows(int count, int length) {
        return "SELECT repeat('x', %d) AS v FROM seq_1_to_%d".formatted(length, count);
    }
}
