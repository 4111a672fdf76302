package dev.hyperterse.cli.command.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tools of an imported file answer from a real database. */
@ExtendWith(Postgres.class)
class ImportedToolsIT {
    @TempDir
    private Path folder;

    @Test
    void toolsOfToolboxReadAndWrite(PostgresServer server) throws IOException {
        var database = server.createDatabase();
        database.execute(
                "CREATE TABLE orders (id serial PRIMARY KEY, customer text, total numeric)",
                "INSERT INTO orders (customer, total) VALUES ('Ada', 7.50), ('Ben', 1)");
        var shop = new ImportedDirectory(folder.resolve("shop"));
        shop.written(ImportedDirectory.source("documents.yaml"));
        var address = URI.create(database.jdbcUrl().replaceFirst("^jdbc:", ""));
        replace(shop.path().resolve("server.yaml"), "value: reader", "value: " + database.username());
        replace(shop.path().resolve("server.yaml"), "}}/shop", "}}" + address.getPath());
        Files.writeString(
                shop.path().resolve(".env"),
                "SHOP_HOST=%s\nSHOP_PORT=%d\nSHOP_PASSWORD='%s'\n"
                        .formatted(address.getHost(), address.getPort(), database.password()));
        var target = new CallTarget.Directory(shop.path(), new ServerChoice(Optional.empty()));
        try (var tools = target.connect(shop.terminal(), Answers.NONE)) {
            assertThat(text(tools.call("find_orders", Map.of("customer", "Ada"))))
                    .isEqualTo("[{\"id\":1,\"total\":7.50}]");
            assertThat(text(tools.call("add_order", Map.of("customer", "Eve", "total", 2))))
                    .isEqualTo("[{\"id\":3}]");
            assertThat(text(tools.call("list_schemas", Map.of("schema_name", "PUB"))))
                    .contains("\"schema_name\":\"public\"");
        }
    }

    private static void replace(Path file, String text, String other) throws IOException {
        Files.writeString(file, Files.readString(file).replace(text, other));
    }

    private static String text(ToolAnswer answer) {
        assertThat(answer).isInstanceOf(ToolAnswer.Result.class);
        return ((ToolAnswer.Result) answer).text();
    }
}
