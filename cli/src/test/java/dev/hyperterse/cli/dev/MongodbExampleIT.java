package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.validation.Validation;
import dev.hyperterse.testbed.store.MongodbServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The MongoDB example, validated and served as its readers do. */
@Timeout(300)
class MongodbExampleIT {
    @TempDir
    private Path folder;

    @Test
    void toolsOfTheExampleWork() throws IOException {
        try (var database = MongodbServer.create()) {
            var example = Quickstart.EXAMPLES.resolve("mongodb");
            database.insert(
                    "orders", Files.readAllLines(example.resolve("orders.json")).toArray(String[]::new));
            var directory = Files.createDirectories(folder.resolve("mongodb"));
            for (var file : new String[] {"server.yaml", "tools.yaml"}) {
                Files.copy(example.resolve(file), directory.resolve(file));
            }
            Files.writeString(
                    directory.resolve(".env"), "MONGODB_HOSTS=" + MongodbServer.HOST + ":" + database.port() + "\n");
            assertThat(Validation.run(directory).diagnostics()).isEmpty();

            try (var shop = Quickstart.serve(directory, folder.resolve("cache"))) {
                var session = Optional.of(shop.initialize());
                assertThat(text(shop, session, "find-orders", "{\"limit\": 5}"))
                        .isEqualTo("[{\"number\":2,\"status\":\"open\",\"total\":9.1},"
                                + "{\"number\":1,\"status\":\"paid\",\"total\":27.4}]");
                assertThat(text(shop, session, "revenue-by-status", "{\"minimum\": 10}"))
                        .isEqualTo("[{\"_id\":\"paid\",\"orders\":1,\"total\":27.4},"
                                + "{\"_id\":\"shipped\",\"orders\":1,\"total\":119.0}]");
                assertThat(text(shop, session, "cancel-open-order", "{\"number\": 2}"))
                        .isEqualTo("[{\"number\":2,\"status\":\"cancelled\"}]");
                assertThat(text(shop, session, "cancel-open-order", "{\"number\": 2}"))
                        .isEqualTo("[]");
            }
        }
    }

    private static String text(Quickstart shop, Optional<String> session, String tool, String inputs) {
        var answer = shop.execute(session, tool, inputs);
        return answer.at("/result/content/0/text").asString(answer.toString());
    }
}
