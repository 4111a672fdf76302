package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.sql.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The Postgres example through the death of its database and its return. */
@Timeout(300)
class DatabaseOutageIT {
    @TempDir
    private Path folder;

    @Test
    void callsFailWithTheReasonAndWorkAgainWhenTheDatabaseIsBack() throws IOException {
        try (var server = Requirement.fulfil(() -> PostgresServer.create())) {
            try (var shop = Quickstart.serve(example(server), folder.resolve("cache"))) {
                var session = Optional.of(shop.initialize());
                assertThat(text(orders(shop, session))).contains("\"total\":27.40");

                server.stop();
                assertThat(Quickstart.failure(orders(shop, session)))
                        .startsWith("execution failed: ")
                        .contains("warehouse");
                assertThat(shop.told()).contains("'hyperterse validate --connect' says at which address");

                server.start();
                while (!text(orders(shop, session)).contains("\"total\":27.40")) {
                    LockSupport.parkNanos(10_000_000);
                }
                var cancelled = cancelled(shop, session);
                // Another adapter, with connections of its own to come back; a write whose connection turns out to be
                // dead
                // is not tried again by the replica, because it cannot know whether the write took effect.
                while (saysTheDatabaseWasAway(cancelled)) {
                    cancelled = cancelled(shop, session);
                }
                assertThat(text(cancelled))
                        .as("the answer %s", cancelled)
                        .isEqualTo("[{\"id\":2,\"status\":\"cancelled\"}]");
            }
        }
    }

    private Path example(PostgresServer server) throws IOException {
        var example = Quickstart.EXAMPLES.resolve("postgres");
        var database = server.createDatabase();
        database.execute(Files.readString(example.resolve("schema.sql")));
        var directory = Files.createDirectories(folder.resolve("postgres"));
        Files.copy(example.resolve("tools.yaml"), directory.resolve("tools.yaml"));
        Files.writeString(
                directory.resolve("server.yaml"),
                Files.readString(example.resolve("server.yaml"))
                        .replace("username: {value: shop}", "username: {value: " + database.username() + "}"));
        Files.writeString(directory.resolve(".env"), """
                DB_HOST=%s
                DB_PORT=%d
                DB_NAME=%s
                DB_PASSWORD=%s
                """.formatted(
                        PostgresServer.HOST, server.port(), database.name(), database.password()));
        return directory;
    }

    private static boolean saysTheDatabaseWasAway(JsonNode answer) {
        var message = Quickstart.failure(answer);
        return message.contains("unavailable") || message.contains("whether it took effect is unknown");
    }

    private static JsonNode cancelled(Quickstart shop, Optional<String> session) {
        return shop.execute(session, "cancel-order", "{\"order_id\": 2}");
    }

    private static JsonNode orders(Quickstart shop, Optional<String> session) {
        return shop.execute(session, "list-orders", "{\"customer_id\": 1}");
    }

    private static String text(JsonNode answer) {
        return answer.at("/result/content/0/text").asString("");
    }
}
