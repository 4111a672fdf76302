package dev.hyperterse.engines.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.engines.PasswordFileContract;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class MysqlPasswordFileIT extends PasswordFileContract {
    private final MariaDbDatabase database;
    private final String user;

    MysqlPasswordFileIT(MariaDbDatabase database) {
        this.database = database;
        this.user = "renewed_" + database.name();
        database.execute(
                "DROP USER IF EXISTS %s".formatted(user),
                "CREATE USER %s".formatted(user),
                "GRANT SELECT ON *.* TO %s".formatted(user));
    }

    @Override
    protected Adapter adapter() {
        var tls = new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        return adapter(new Engine.Mysql(
                TestAdapters.URL, Optional.of(TestAdapters.USERNAME), Optional.empty(), file(), tls, Map.of()));
    }

    @Override
    protected Map<ValueKey, String> values() {
        return Map.of(TestAdapters.URL, database.url(), TestAdapters.USERNAME, user);
    }

    @Override
    protected void changePassword(String password) {
        database.execute("ALTER USER %s IDENTIFIED BY '%s'".formatted(user, password));
    }

    @Override
    protected void endConnections() {
        database.endConnectionsOf(user);
    }

    @Override
    protected String read(TestCalls calls) {
        return calls.run(Dialect.MYSQL, "SELECT 1 AS v");
    }

    /** A statement is ended by a connection of its own, which needs the password of now. */
    @Test
    void callOnAConnectionWithTheFormerPasswordIsStillCancelled() throws IOException {
        assertThat(read(calls())).isEqualTo("[{\"v\":1}]");
        changePassword("second");
        write("second");
        var tool = calls().tool(List.of(), TestCalls.statement(Dialect.MYSQL, "SELECT sleep(8) AS v", List.of()));
        var outcome = calls().run(tool, "{}", ResultBuffer.Form.PLAIN, Duration.ofMillis(500));
        assertThat(outcome).startsWith("timeout");
        var connections = "SELECT count(*) FROM information_schema.processlist WHERE user = '%s'".formatted(user);
        await(() -> database.query(connections + " AND state = 'User sleep'").equals("0"));
        // The connection is kept: the statement was ended, not the connection. That which ended it may still be there.
        // On MySQL the pool has opened its second one meanwhile.
        var kept = database.isMysql() ? "2" : "1";
        await(() -> database.query(connections).equals(kept));
    }
}
