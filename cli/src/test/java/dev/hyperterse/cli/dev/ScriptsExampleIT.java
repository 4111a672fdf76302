package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
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
        var directory = Files.createDirectories(folder.resolve("scripts"));
        try (Stream<Path> files = Files.list(Quickstart.EXAMPLES.resolve("scripts"))) {
            for (var file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
        desk = Quickstart.serve(directory, folder.resolve("cache"));
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
    void whatAScriptGivesToAStatementIsBound() {
        assertThat(text(desk.execute(Optional.empty(), "product-price", "{\"product\":\"lamp\"}")))
                .isEqualTo("[{\"product\":\"lamp\",\"price\":48.2}]");
        assertThat(desk.execute(Optional.empty(), "product-price", "{\"product\":\"' OR '1'='1\"}")
                        .path("error")
                        .path("message")
                        .asString(""))
                .isEqualTo("execution failed: no product ' OR '1'='1");
    }

    @Test
    void aScriptIsComposedOfTwoTools() {
        assertThat(text(desk.execute(Optional.empty(), "shortage-report", "{\"customer\":7}")))
                .isEqualTo("[{\"product\":\"lamp\",\"price\":48.2}]");
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
        desk.edit("tools.yaml", "RATE: number = 0.19", "RATE: number = 0");
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
        } while (answer.path("error").isMissingNode());
        assertThat(answer.path("error").path("message").asString("")).contains("product");
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asString("");
    }
}
