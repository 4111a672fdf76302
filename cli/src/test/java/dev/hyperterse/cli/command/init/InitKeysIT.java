package dev.hyperterse.cli.command.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.store.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code hyperterse init --database} writes for Redis: every tool answers, and no file has a part of a key that is data. */
@Timeout(300)
class InitKeysIT {
    private static RedisServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void fill() {
        server = Requirement.fulfil(() -> RedisServer.create());
        for (var customer : List.of("7", "8", "ada")) {
            server.command("HSET", "cart:" + customer, "tea", "2");
            server.command("SET", "user:" + customer + ":name", "Name of " + customer);
            server.command("RPUSH", "user:" + customer + ":orders", "o1", "o2", "o3");
            server.command("SADD", "group:" + customer, "a", "b");
            server.command("XADD", "log:" + customer, "1-1", "event", "login");
        }
        server.command("ZADD", "sales", "12", "tea", "3", "pot");
        server.command("SET", "odd:1", "text");
        server.command("RPUSH", "odd:2", "item");
        server.command("SET", "grace hopper", "x");
        server.command("SET", "4711:x", "x");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void everyToolOfTheKeysAnswers() throws IOException {
        var keys = new GeneratedDirectory(folder.resolve("keys"));
        assertThat(keys.init("--database", server.url()))
                .contains(
                        "read 20 keys",
                        "left out: 2 keys: they do not begin with a word and a colon",
                        "left out: odd:*: its keys have several types: ");
        for (var file : List.of("server.yaml", "cart.yaml", "user-name.yaml", "user-orders.yaml", "sales.yaml")) {
            assertThat(keys.file(file)).doesNotContainPattern("\\b(ada|grace|4711|tea)\\b");
        }
        try (var calls = keys.open()) {
            assertThat(calls.text("get-cart", Map.of("cart", "ada"))).isEqualTo("[{\"tea\":\"2\"}]");
            assertThat(calls.text("get-user-name", Map.of("user", "7"))).isEqualTo("[{\"value\":\"Name of 7\"}]");
            assertThat(calls.rows("get-user-orders", Map.of("user", "7"))).hasSize(3);
            assertThat(calls.rows("get-user-orders", Map.of("user", "7", "last", 0)))
                    .hasSize(1);
            assertThat(calls.rows("get-group", Map.of("group", "8"))).hasSize(2);
            assertThat(calls.text("get-sales", Map.of())).contains("tea", "12");
            assertThat(calls.text("get-log", Map.of("log", "8"))).contains("login");
            assertThat(calls.text("list-user-name-keys", Map.of()))
                    .contains("user:7:name", "user:ada:name")
                    .doesNotContain("orders", "cart");
            assertThat(calls.connection().call("get-cart", Map.of("cart", "7:x")))
                    .isInstanceOfSatisfying(ToolAnswer.Result.class, result -> assertThat(result.isError())
                            .isTrue());
        }
    }

    @Test
    void patternsAreChosenAndAnEmptyDatabaseIsSaid() throws IOException {
        var keys = new GeneratedDirectory(folder.resolve("keys"));
        keys.init("--database", server.url() + "/0", "--tables", "cart:*,sales");
        assertThat(keys.tools()).hasSize(2);
        var none = new GeneratedDirectory(folder.resolve("none"));
        assertThat(none.run("init", folder.resolve("none").toString(), "--database", server.url() + "/5"))
                .isEqualTo(3);
        assertThat(none.messages()).contains("has no keys that are written as word:value", "examples/redis");
        assertThat(folder.resolve("none")).doesNotExist();
    }
}
