package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.MariaDbServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code hyperterse dev examples/mysql} against a MariaDB that has the example's schema. */
@ExtendWith(MariaDb.class)
class MysqlExampleIT {
    private static final Path EXAMPLE = Quickstart.EXAMPLES.resolve("mysql");

    @TempDir
    private Path directory;

    @BeforeEach
    void prepare(MariaDbDatabase database) throws IOException {
        var schema = Files.readString(EXAMPLE.resolve("schema.sql")).replaceAll("(?m)^--.*$", "");
        database.execute(Arrays.stream(schema.split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toArray(String[]::new));
        database.execute(
                "CREATE USER shop IDENTIFIED BY 'shop'",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON %s.* TO shop".formatted(database.name()));
        Quickstart.copy("mysql", directory);
        Files.writeString(directory.resolve(".env"), """
                MYSQL_HOST=%s
                MYSQL_PORT=%d
                MYSQL_NAME=%s
                MYSQL_PASSWORD=shop
                """.formatted(
                        MariaDbServer.HOST, database.server().port(), database.name()));
    }

    @Test
    void theExampleServesItsTools(@TempDir Path cache) {
        try (var example = Quickstart.serve(directory, cache)) {
            assertThat(text(example, "list-orders", "{\"customer_id\": 1, \"sort_by\": \"total\"}"))
                    .matches("\\[\\{\"id\":1,\"status\":\"paid\",\"total\":27.40,"
                            + "\"ordered_at\":\"[-0-9]+T[:0-9]+Z\",\"attributes\":\\{\"gift\": true}},"
                            + "\\{\"id\":2,\"status\":\"open\",\"total\":9.10,.*]");
            assertThat(text(example, "cancel-order", "{\"order_id\": 2}")).isEqualTo("[{\"affected\":1}]");
            assertThat(text(example, "cancel-order", "{\"order_id\": 1}")).isEqualTo("[{\"affected\":0}]");
            assertThat(text(example, "list-orders", "{\"customer_id\": 1, \"statuses\": [\"cancelled\"]}"))
                    .contains("\"id\":2");
        }
    }

    private static String text(Quickstart example, String tool, String inputs) {
        var session = Optional.of(example.initialize());
        return example.execute(session, tool, inputs)
                .at("/result/content/0/text")
                .asString();
    }
}
