package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page about scripts shows of sessions, notifications and questions. */
@Timeout(180)
class ScriptClientGuideIT {
    private static final Path PAGE = Path.of("..", "docs", "scripts.md");
    private static final Pattern SCRIPT_BLOCK = Pattern.compile("(?ms)^```js\n(.*?)^```$");

    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              adapters:
                - {name: stock, access: ReadWrite, sqlite: {url: ":memory:", initSql: {configMapKeyRef: {name: data, key: stock.sql}}}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: data}
            data:
              stock.sql: |
                CREATE TABLE stock (product TEXT, pieces INTEGER);
                INSERT INTO stock VALUES ('lamp', 3);
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Resource
            metadata: {name: stock}
            spec:
              serverRefs: [{name: shop}]
              uriTemplate: "stock://{product}"
              text: How many there are
            """;

    private static final String QUERIES = """
                queries:
                  - {name: reserve, adapter: stock, text: {inline: "UPDATE stock SET pieces = pieces - 1 WHERE product = {{ inputs.product }}"}}
            """;

    @TempDir
    private Path folder;

    @Test
    void theExampleOfASessionKeepsWhatItsClientHasSeen() throws IOException {
        try (var shop = serve("ctx.session", "")) {
            var session = Optional.of(shop.initialize());
            shop.execute(session, "example", "{\"product\":\"lamp\"}");
            assertThat(shop.execute(session, "example", "{\"product\":\"desk\"}")
                            .toString())
                    .contains("[{\\\"seen\\\":[\\\"lamp\\\",\\\"desk\\\"]}]");
            assertThat(shop.execute(Optional.empty(), "example", "{\"product\":\"desk\"}")
                            .toString())
                    .contains("[{\\\"seen\\\":[]}]");
        }
    }

    @Test
    void theExampleOfANotificationNamesAResource() throws IOException {
        try (var shop = serve("ctx.notify", QUERIES)) {
            assertThat(shop.execute(Optional.of(shop.initialize()), "example", "{\"product\":\"lamp\"}")
                            .toString())
                    .contains("\"text\":\"[]\"");
        }
    }

    private Quickstart serve(String uses, String queries) throws IOException {
        var script = SCRIPT_BLOCK
                .matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains(uses))
                .findFirst()
                .orElseThrow();
        var tool = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: example}
                spec:
                  serverRefs: [{name: shop}]
                  description: The example of the page
                  inputs: [{name: product, type: string}]
                  script:
                    source:
                      inline: |
                """ + script.indent(10) + queries;
        var directory = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(directory.resolve("server.yaml"), SERVER);
        Files.writeString(directory.resolve("tool.yaml"), tool);
        return Quickstart.serve(directory, folder.resolve("cache"));
    }
}
