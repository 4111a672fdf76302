package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the page about scripts shows, and what it says of a script that is changed while it runs. */
@Timeout(180)
class ScriptGuideIT {
    private static final Path PAGE = Path.of("..", "docs", "scripts.md");
    private static final Pattern YAML_BLOCK = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");

    private static final Pattern SCRIPT_BLOCK = Pattern.compile("(?ms)^```js\n(.*?)^```$");

    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              adapters:
                - {name: stock, access: ReadWrite, engine: Sqlite, url: ":memory:", sqlite: {initSql: {configMapKeyRef: {name: data, key: stock.sql}}}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: data}
            data:
              stock.sql: |
                CREATE TABLE stock (product TEXT, pieces INTEGER);
                INSERT INTO stock VALUES ('lamp', 3), ('desk', 0);
            """;

    private static final String WAITS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: waits}
            spec:
              serverRefs: [{name: shop}]
              description: Waits until desks are there
              script:
                source:
                  inline: |
                    export default async (_, ctx) => {
                      await ctx.query('begin');
                      while ((await ctx.query('desks'))[0].pieces === 0) await ctx.sleep(10);
                      return 'old';
                    };
                queries:
                  - {name: begin, adapter: stock, text: {inline: "INSERT INTO stock VALUES ('begun', 1)"}}
                  - {name: desks, adapter: stock, text: {inline: "SELECT pieces FROM stock WHERE product = 'desk'"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: waiting}
            spec:
              serverRefs: [{name: shop}]
              description: Whether the other one waits
              statement: {adapter: stock, text: {inline: "SELECT count(*) AS runs FROM stock WHERE product = 'begun'"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: deliver}
            spec:
              serverRefs: [{name: shop}]
              description: Delivers a desk
              statement: {adapter: stock, text: {inline: "UPDATE stock SET pieces = 1 WHERE product = 'desk'"}}
            """;

    @TempDir
    private Path folder;

    @Test
    void theExamplesOfThePageDoWhatTheyAreFor() throws IOException {
        var examples = String.join(
                "---\n", example("{name: add-vat}"), example("{name: reorder}"), example("{name: pieces-of}"));
        try (var shop = serve(examples)) {
            assertThat(text(shop.execute(Optional.empty(), "add-vat", "{\"price\":10.5}")))
                    .isEqualTo("[{\"price\":10.5,\"withTax\":12.5}]");
            assertThat(shop.request("prompts/get", "{\"name\":\"reorder\",\"arguments\":{\"product\":\"lamp\"}}")
                            .toString())
                    .contains("3 pieces of lamp are left. Draft an order.");
            assertThat(text(shop.execute(Optional.empty(), "pieces-of", "{\"product\":\" LAMP\"}")))
                    .isEqualTo("[{\"left\":3,\"others\":[]}]");
        }
    }

    @Test
    void theExampleWithTypesRuns() throws IOException {
        var script = SCRIPT_BLOCK
                .matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains("@param {ScriptContext}"))
                .findFirst()
                .orElseThrow();
        var tool = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: greet}
                spec:
                  serverRefs: [{name: shop}]
                  description: Greets
                  inputs: [{name: name, type: string}]
                  script:
                    source:
                      inline: |
                """ + script.indent(10);
        try (var shop = serve(example("headers: [X-Team]"), tool)) {
            assertThat(text(shop.execute(Optional.empty(), "greet", "{\"name\":\"Ann\"}")))
                    .isEqualTo("[{\"value\":\"Good day, Ann of no team\"}]");
        }
    }

    @Test
    void aRunEndsWithTheScriptThatItBeganWith() throws InterruptedException, ExecutionException, IOException {
        try (var shop = serve(WAITS)) {
            var begun = CompletableFuture.supplyAsync(
                    () -> text(shop.execute(Optional.empty(), "waits", "{}")), Thread::startVirtualThread);
            while (!text(shop.execute(Optional.empty(), "waiting", "{}")).contains("1")) {
                Thread.sleep(10);
            }
            shop.edit("tools.yaml", "return 'old'", "return 'new'");
            while (!shop.told().contains("~ tool waits")) {
                Thread.sleep(10);
            }
            assertThat(begun).isNotDone();
            shop.execute(Optional.empty(), "deliver", "{}");
            assertThat(begun.get()).isEqualTo("[{\"value\":\"old\"}]");
            assertThat(text(shop.execute(Optional.empty(), "waits", "{}"))).isEqualTo("[{\"value\":\"new\"}]");
        }
    }

    /** The only one of the page that has this text. */
    private static String example(String text) throws IOException {
        var blocks = YAML_BLOCK
                .matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains(text))
                .toList();
        assertThat(blocks).as(text).hasSize(1);
        return blocks.getFirst();
    }

    private Quickstart serve(String tools) throws IOException {
        return serve(SERVER, tools);
    }

    private Quickstart serve(String server, String tools) throws IOException {
        var directory = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(directory.resolve("server.yaml"), server);
        Files.writeString(directory.resolve("tools.yaml"), tools);
        return Quickstart.serve(directory, folder.resolve("cache"));
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asString("");
    }
}
