package dev.hyperterse.cli.command.init;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClients;
import dev.hyperterse.testbed.store.MongodbServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What {@code hyperterse init --database} writes for MongoDB: every tool answers, and no file has a value. */
@Timeout(300)
class InitCollectionsIT {
    private static MongodbServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void fill() {
        server = MongodbServer.create();
        server.insert(
                "orders",
                IntStream.range(0, 120)
                        .mapToObj(number -> """
                                {"_id": {"$oid": "65a0000000000000000%05d"}, "number": %d, "status": "%s", "total": %s, "created_at": {"$date": "2025-01-%02dT10:00:00Z"},
                                 "customer": {"name": "Grace Hopper %d", "city": "Bern"}, "tags": ["gift", "t%d"], "scan": {"$binary": {"base64": "AAEC", "subType": "00"}}}""".formatted(
                                        number,
                                        number,
                                        number % 3 == 0 ? "open" : "paid",
                                        number % 2 == 0 ? "7" : "7.5",
                                        1 + number % 28,
                                        number,
                                        number))
                        .toArray(String[]::new));
        server.insert(
                "Countries",
                "{\"_id\": \"ch\", \"name\": \"Switzerland\", \"eu\": false}",
                "{\"_id\": \"at\", \"name\": \"Austria\", \"eu\": true}");
        server.insert("counters", "{\"_id\": 1, \"value\": 7}", "{\"_id\": 2, \"value\": \"many\"}");
        server.insert("mixed", "{\"_id\": 1}", "{\"_id\": \"one\"}");
        server.insert("a{{b}}", "{\"_id\": 1}");
        try (var client = MongoClients.create(server.url())) {
            var database = client.getDatabase(MongodbServer.DATABASE);
            database.getCollection("orders").createIndex(new Document("customer.city", 1).append("status", 1));
            database.createCollection("empty");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void everyToolOfTheCollectionsAnswers() throws IOException {
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        assertThat(shop.init("--database", server.url() + "/shop?retryWrites=true"))
                .contains(
                        "read 6 collections and views",
                        "note: the parameter retryWrites of the address is left out",
                        "left out: a{{b}}: a statement cannot have its name",
                        "left out: empty: it is empty",
                        "left out: mixed: its _id has no single type",
                        "left out: orders.scan: bytes are no text");
        assertThat(shop.file("server.yaml"))
                .contains("Its collections: Countries, counters, mixed, orders.", "mongodb: {database: \"shop\"}");
        for (var file : List.of("server.yaml", "order.yaml", "country.yaml", "counter.yaml")) {
            assertThat(shop.file(file)).doesNotContain("Grace", "Hopper", "Bern", "gift", "Austria");
        }
        try (var calls = shop.open()) {
            assertThat(calls.rows("get-order", Map.of("id", "65a000000000000000000007")))
                    .singleElement()
                    .satisfies(order -> {
                        assertThat(order.path("number").asInt()).isEqualTo(7);
                        assertThat(order.has("scan")).isFalse();
                    });
            assertThat(calls.rows("get-order", Map.of("id", "65a000000000000000099999")))
                    .isEmpty();
            assertThat(calls.rows("get-country", Map.of("id", "ch"))).hasSize(1);
            assertThat(calls.rows("get-counter", Map.of("id", 2))).hasSize(1);
            assertThat(calls.rows("list-mixeds", Map.of())).hasSize(2);
            assertThat(numbers(calls.rows("list-orders", Map.of("status", "open", "customer_city", "Bern"))))
                    .hasSize(40)
                    .startsWith(117, 114);
        }
    }

    private static List<Integer> numbers(List<JsonNode> orders) {
        return orders.stream().map(order -> order.path("number").asInt()).toList();
    }

    @Test
    void filtersArePartsOfTextsBoundsAndItems() throws IOException {
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        shop.init("--database", server.url() + "/shop", "--tables", "ord*");
        try (var calls = shop.open()) {
            assertThat(numbers(calls.rows("list-orders", Map.of("customer_name", "hopper 11"))))
                    .containsExactly(119, 118, 117, 116, 115, 114, 113, 112, 111, 110, 11);
            assertThat(numbers(calls.rows("list-orders", Map.of("customer_name", ".*"))))
                    .isEmpty();
            assertThat(numbers(calls.rows("list-orders", Map.of("tags", "t5")))).containsExactly(5);
            assertThat(numbers(calls.rows("list-orders", Map.of("min_total", 7.5, "number", 3))))
                    .containsExactly(3);
            assertThat(numbers(calls.rows(
                            "list-orders",
                            Map.of(
                                    "created_at_from",
                                    "2025-01-02T00:00:00Z",
                                    "created_at_before",
                                    "2025-01-03T00:00:00Z"))))
                    .containsExactly(113, 85, 57, 29, 1);
        }
    }

    @Test
    void pagesAreReadByTheLastId() throws IOException {
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        shop.init("--database", server.url() + "/shop");
        try (var calls = shop.open()) {
            var first = calls.rows("list-orders", Map.of());
            assertThat(numbers(first)).hasSize(50).startsWith(119);
            var last = first.getLast().path("_id").path("$oid").asString("");
            var second = calls.rows("list-orders", Map.of("after", last));
            assertThat(numbers(second)).hasSize(50).startsWith(69);
            assertThat(calls.rows("list-countries", Map.of("after", "at"))).hasSize(1);
        }
    }

    @Test
    void collectionsAreChosenAndOptionsOfTablesRefused() {
        var shop = new GeneratedDirectory(folder.resolve("shop"));
        var path = folder.resolve("shop").toString();
        assertThat(shop.run("init", path, "--database", server.url() + "/shop", "--tables", "nothing"))
                .isEqualTo(2);
        assertThat(shop.messages()).contains("no collection that this user can read is named nothing", "orders");
        assertThat(shop.run("init", path, "--database", server.url() + "/shop", "--sql"))
                .isEqualTo(2);
        assertThat(shop.messages()).contains("--sql is for databases of tables, and not for MongoDB");
        assertThat(shop.run("init", path, "--database", server.url() + "/nothing"))
                .isEqualTo(3);
        assertThat(shop.messages()).contains("has no collection with a document");
        assertThat(folder.resolve("shop")).doesNotExist();
    }
}
