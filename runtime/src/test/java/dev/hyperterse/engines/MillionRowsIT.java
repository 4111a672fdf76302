package dev.hyperterse.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import dev.hyperterse.testbed.store.MongodbServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The bounds of rows reach each driver: half a gigabyte of them never enters a heap of half of that. */
@Timeout(300)
@ExtendWith({Postgres.class, MariaDb.class})
class MillionRowsIT {
    private static final String FAIL = "Fail result: the result has more than 1000 rows";

    @Test
    void postgresSendsOnlyAllowedRows(PostgresDatabase database) throws IOException, InterruptedException {
        assertThat(ask("postgres", database.url(), database.username(), database.password()))
                .contains(FAIL, "Truncate 1000");
    }

    @Test
    void onlyAllowedRowsAreReadFromMysql(MariaDbDatabase database) throws IOException, InterruptedException {
        database.numbers(1_000_000);
        assertThat(ask("mysql", database.url(), database.username(), database.password()))
                .contains(FAIL, "Truncate 1000");
    }

    @Test
    void sqliteProducesOnlyAllowedRows() throws IOException, InterruptedException {
        assertThat(ask("sqlite", ":memory:")).contains(FAIL, "Truncate 1000");
    }

    @Test
    void onlyDocumentsThatFitAreReadFromMongodb() throws IOException, InterruptedException {
        try (var server = MongodbServer.create()) {
            var document = "{\"v\": \"%s\"}".formatted("x".repeat(200_000));
            for (var hundred = 0; hundred < 15; hundred++) {
                server.insert("large", Collections.nCopies(100, document).toArray(String[]::new));
            }
            assertThat(ask("mongodb", server.url()))
                    .contains("Fail result: the result is larger than 1048576 bytes", "Truncate 5");
        }
    }

    /** The output of the process; it lacks the expected lines if the process ran out of memory. */
    private static List<String> ask(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                MillionRows.class.getName()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.lines().toList();
    }
}
