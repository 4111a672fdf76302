package dev.hyperterse.engines.postgres;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.engines.ResultRulesContract;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Postgres.class)
class ResultRulesOnPostgresIT extends ResultRulesContract {
    private static PostgresDatabase database;

    ResultRulesOnPostgresIT() {
        super(Dialect.POSTGRES);
    }

    @BeforeAll
    static void create(PostgresDatabase empty) {
        database = empty;
    }

    @Override
    protected TestCalls calls(Access access) {
        return TestCalls.on(TestAdapters.postgres(access), TestAdapters.values(database));
    }

    @Override
    protected String rows(int count, int length) {
        return "SELECT repeat('x', %d) AS v FROM generate_series(1, %d)".formatted(length, count);
    }
}
