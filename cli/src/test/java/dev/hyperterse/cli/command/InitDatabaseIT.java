package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.MariaDb;
import dev.hyperterse.testbed.MariaDbDatabase;
import dev.hyperterse.testbed.MariaDbServer;
import dev.hyperterse.testbed.Postgres;
import dev.hyperterse.testbed.PostgresDatabase;
import dev.hyperterse.testbed.PostgresServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What {@code hyperterse init --database} writes, against the databases that it takes. */
class InitDatabaseIT {
    private static final String TABLE = "CREATE TABLE lamps (id INTEGER, watts INTEGER)";

    @TempDir
    private Path folder;

    @Test
    @ExtendWith(Postgres.class)
    void theToolsReadPostgres(PostgresDatabase database) {
        database.execute(TABLE);
        toolsRead("postgresql://%s:%s@%s:%d/%s"
                .formatted(
                        database.username(),
                        database.password(),
                        PostgresServer.HOST,
                        database.server().port(),
                        database.name()));
    }

    @Test
    @ExtendWith(MariaDb.class)
    void theToolsReadMariaDb(MariaDbDatabase database) {
        database.execute(TABLE);
        toolsRead("mysql://%s:%s@%s:%d/%s"
                .formatted(
                        database.username(),
                        database.password(),
                        MariaDbServer.HOST,
                        database.server().port(),
                        database.name()));
    }

    private void toolsRead(String url) {
        var shop = folder.resolve("shop").toString();
        run("init", shop, "--database", url);
        run("validate", shop, "--connect");
        var tables = JsonMapper.shared().readTree(run("call", shop, "list-tables"));
        assertThat(tables.valueStream()
                        .filter(table -> table.path("table").asString().equals("lamps")))
                .singleElement()
                .hasToString("{\"table\":\"lamps\",\"columns\":[\"id\",\"watts\"]}");
        assertThat(run("call", shop, "describe-table", "table=lamps")).contains("watts", "int");
    }

    private String run(String... commandLine) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
        assertThat(CommandTree.of(terminal).execute(commandLine))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        return out.toString(StandardCharsets.UTF_8);
    }
}
