package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.store.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Redis example as its README says to run it. */
@Timeout(300)
class RedisExampleIT {
    @TempDir
    private Path folder;

    @Test
    void everyToolOfTheExampleAnswers() throws IOException {
        try (var server = Requirement.fulfil(() -> RedisServer.create())) {
            server.command("SET", "article:7", "Tea, 250 g");
            server.command("SET", "article:9", "Pot");
            server.command("HSET", "cart:1", "article:7", "2");
            server.command("ZADD", "sales", "12", "article:7", "3", "article:9");
            try (var shop = Quickstart.serve(example(server), folder.resolve("cache"))) {
                var session = Optional.of(shop.initialize());
                assertThat(text(shop, session, "show-cart", "{\"customer_id\": 1}"))
                        .isEqualTo("[{\"article:7\":\"2\"}]");
                assertThat(text(shop, session, "article-names", "{\"articles\": [\"article:9\", \"article:7\"]}"))
                        .isEqualTo("[{\"value\":\"Pot\"},{\"value\":\"Tea, 250 g\"}]");
                assertThat(text(shop, session, "best-sellers", "{\"count\": 1}"))
                        .isEqualTo("[{\"value\":[\"article:7\",12]}]");
                assertThat(text(
                                shop,
                                session,
                                "add-to-cart",
                                "{\"customer_id\": 1, \"article\": \"article:7\", \"quantity\": 3}"))
                        .isEqualTo("[{\"value\":5}]");
                assertThat(server.command("HGET", "cart:1", "article:7")).isEqualTo("5");
            }
        }
    }

    private Path example(RedisServer server) throws IOException {
        var directory = Files.createDirectories(folder.resolve("redis"));
        for (var file : new String[] {"server.yaml", "tools.yaml"}) {
            Files.copy(Quickstart.EXAMPLES.resolve("redis").resolve(file), directory.resolve(file));
        }
        Files.writeString(
                directory.resolve(".env"), "REDIS_HOST=%s\nREDIS_PORT=%d\n".formatted(RedisServer.HOST, server.port()));
        return directory;
    }

    private static String text(Quickstart shop, Optional<String> session, String tool, String arguments) {
        var answer = shop.execute(session, tool, arguments);
        return answer.at("/result/content/0/text").asString(answer.toString());
    }
}
