package dev.hyperterse.engines.postgres;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.engines.PasswordFileContract;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Postgres.class)
class PostgresPasswordFileIT extends PasswordFileContract {
    private final PostgresDatabase database;
    private final String role;

    PostgresPasswordFileIT(PostgresDatabase database) {
        this.database = database;
        this.role = "renewed_" + database.name();
        database.execute("DROP ROLE IF EXISTS " + role, "CREATE ROLE %s LOGIN".formatted(role));
    }

    @Override
    protected Adapter adapter() {
        var tls = new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        return adapter(new Engine.Postgres(
                TestAdapters.URL, Optional.of(TestAdapters.USERNAME), Optional.empty(), file(), tls, Map.of()));
    }

    @Override
    protected Map<ValueKey, String> values() {
        return Map.of(TestAdapters.URL, database.url(), TestAdapters.USERNAME, role);
    }

    @Override
    protected void changePassword(String password) {
        database.execute("ALTER ROLE %s PASSWORD '%s'".formatted(role, password));
    }

    @Override
    protected void endConnections() {
        database.query("SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE usename = '%s'"
                .formatted(role));
    }

    @Override
    protected String read(TestCalls calls) {
        return calls.run(Dialect.POSTGRES, "SELECT 1 AS v");
    }
}
