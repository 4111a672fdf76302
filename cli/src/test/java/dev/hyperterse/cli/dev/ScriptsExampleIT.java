package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The example of scripts, through everything between its manifests and a client. */
@Timeout(180)
class ScriptsExampleIT {
    @TempDir
    private Path folder;

    private Quickstart desk;

    @BeforeEach
    void start() throws IOException {
        desk = Quickstart.serve(Quickstart.copy("scripts", folder.resolve("scripts")), folder.resolve("cache"));
    }

    @AfterEach
    void stop() {
        desk.close();
    }

    @Test
    void aScriptJoinsTwoDatabases() {
        assertThat(text(desk.execute(Optional.empty(), "orders-to-ship", "{\"customer\":7}")))
                .isEqualTo("[{\"order\":1,\"missing\":[]},{\"order\":2,\"missing\":[\"lamp\"]}]");
        assertThat(text(desk.execute(Optional.empty(), "orders-to-ship", "{\"customer\":1}")))
                .isEqualTo("[]");
    }

    @Test
    void valuesOfAScriptAreBoundInItsStatements() {
        assertThat(text(desk.execute(Optional.empty(), "product-price", "{\"product\":\"lamp\"}")))
                .isEqualTo("[{\"product\":\"lamp\",\"price\":48.2}]");
        assertThat(message(desk.execute(Optional.empty(), "product-price", "{\"product\":\"' OR '1'='1\"}")))
                .isEqualTo("execution failed: no product ' OR '1'='1");
    }

    @Test
    void aScriptIsComposedOfTwoTools() {
        assertThat(text(desk.execute(Optional.empty(), "shortage-report", "{\"customer\":7}")))
                .isEqualTo("[{\"product\":\"lamp\",\"price\":48.2}]");
    }

    @Test
    void aToolJoinsTwoDatabasesAnotherToolAndAnHttpApi() throws IOException {
        var asked = new CopyOnWriteArrayList<String>();
        var rates = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        rates.createContext("/v1/latest", exchange -> {
            asked.add(exchange.getRequestURI().getQuery());
            var answer = "{\"base\":\"EUR\",\"rates\":{\"CHF\":0.9}}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        rates.start();
        try {
            var origin = "http://127.0.0.1:" + rates.getAddress().getPort();
            restart(origin);
            assertThat(text(quote(7, 1, "EUR")))
                    .isEqualTo("[{\"total\":333.21,\"currency\":\"EUR\",\"outOfStock\":[]}]");
            assertThat(asked).as("no rate is needed").isEmpty();
            assertThat(text(quote(7, 2, "CHF")))
                    .isEqualTo("[{\"total\":216.9,\"currency\":\"CHF\",\"outOfStock\":[\"lamp\"]}]");
            assertThat(asked).containsExactly("base=EUR&symbols=CHF");
            assertThat(message(quote(7, 2, "XXX"))).isEqualTo("execution failed: there is no rate of XXX");
            assertThat(message(quote(8, 1, "EUR"))).isEqualTo("execution failed: customer 8 has no order 1");
        } finally {
            rates.stop(0);
        }
    }

    /** With another address of the rates. */
    private void restart(String origin) throws IOException {
        desk.close();
        for (var name : List.of("server.yaml", "scripts/quote.ts")) {
            var file = folder.resolve("scripts").resolve(name);
            Files.writeString(file, Files.readString(file).replace("https://api.frankfurter.dev", origin));
        }
        desk = Quickstart.serve(folder.resolve("scripts"), folder.resolve("cache"));
    }

    private JsonNode quote(int customer, int order, String currency) {
        return desk.execute(
                Optional.empty(),
                "quote-order",
                "{\"customer\":%d,\"order_id\":%d,\"currency\":\"%s\"}".formatted(customer, order, currency));
    }

    private static String message(JsonNode answer) {
        return Quickstart.failure(answer);
    }

    @Test
    void aResourceIsMadeByAScript() {
        assertThat(desk.request("resources/read", "{\"uri\":\"desk://stock/lamp.md\"}")
                        .toString())
                .contains(
                        "\"uri\":\"desk://stock/lamp.md\"",
                        "\"mimeType\":\"text/markdown; charset=utf-8\"",
                        "| product | pieces |\\n|---|---|\\n| lamp | 3 |");
    }

    @Test
    void aSavedScriptServesTheNextCall() throws InterruptedException {
        desk.edit("scripts/tax.ts", "RATE: number = 0.19", "RATE: number = 0");
        while (!text(desk.execute(Optional.empty(), "product-price", "{\"product\":\"lamp\"}"))
                .contains("40.5")) {
            Thread.sleep(10);
        }
    }

    @Test
    void aStatementThatRefusesItsValuesSaysWhichOne() {
        desk.edit("tools.yaml", "{ products }", "{ product: products }");
        JsonNode answer;
        do {
            answer = desk.execute(Optional.empty(), "orders-to-ship", "{\"customer\":7}");
        } while (message(answer).isEmpty());
        assertThat(message(answer)).contains("product");
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asString("");
    }
}
