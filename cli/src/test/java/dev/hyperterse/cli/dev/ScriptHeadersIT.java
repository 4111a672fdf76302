package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Which headers of a request a script reads, wherever it runs. */
@Timeout(180)
class ScriptHeadersIT {
    private static final String READS = "export default (_, ctx) => JSON.stringify(ctx.headers)";
    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              adapters: [{name: stock, engine: Sqlite, url: ":memory:"}]
              scripts: {headers: [X-Team, X-Absent, X-Region]}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: reads}
            spec:
              serverRefs: [{name: shop}]
              description: Reads headers
              script: {source: {inline: "READS"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: calls}
            spec:
              serverRefs: [{name: shop}]
              description: Calls what reads headers
              script: {source: {inline: "export default (_, ctx) => ctx.call('reads')"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: output}
            spec:
              serverRefs: [{name: shop}]
              description: Reads headers in a transform
              statement: {adapter: stock, text: {inline: "SELECT 1 AS one"}}
              transforms: {output: {source: {inline: "READS"}}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: input}
            spec:
              serverRefs: [{name: shop}]
              description: Reads headers in a transform
              inputs: [{name: value, type: string}]
              statement: {adapter: stock, text: {inline: "SELECT {{ inputs.value }} AS value"}}
              transforms: {input: {source: {inline: "export default (_, ctx) => ({value: JSON.stringify(ctx.headers)})"}}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: object}
            spec:
              serverRefs: [{name: shop}]
              description: Looks at the object
              script: {source: {inline: "export default (_, ctx) => [Object.isFrozen(ctx.headers), 'constructor' in ctx.headers]"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Prompt
            metadata: {name: reads}
            spec:
              serverRefs: [{name: shop}]
              script: {source: {inline: "READS"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Resource
            metadata: {name: reads}
            spec:
              serverRefs: [{name: shop}]
              uri: "shop://headers"
              script: {source: {inline: "READS"}}
            """.replace("READS", READS);

    private static final String READ = "{\"x-region\":\"eu\",\"x-team\":\"red\"}";

    @TempDir
    private static Path folder;

    private static Quickstart shop;

    @BeforeAll
    static void start() throws IOException {
        var directory = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(directory.resolve("shop.yaml"), MANIFESTS);
        shop = Quickstart.serve(directory, folder.resolve("cache"));
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @ParameterizedTest
    @CsvSource({"reads", "calls", "output", "input"})
    void aToolReadsThoseThatTheServerNamesAndNoOthers(String tool) {
        assertThat(call(tool).toString().replace("\\", "")).contains(READ).doesNotContain("secret");
    }

    @Test
    void soDoPromptsAndResources() {
        assertThat(request("prompts/get", "{\"name\":\"reads\"}")
                        .at("/result/messages/0/content/text")
                        .asString())
                .isEqualTo(READ);
        assertThat(request("resources/read", "{\"uri\":\"shop://headers\"}")
                        .at("/result/contents/0/text")
                        .asString())
                .isEqualTo(READ);
    }

    @Test
    void theObjectHasNothingElse() {
        assertThat(call("object").toString().replace("\\", "")).contains("[{\"value\":true},{\"value\":false}]");
    }

    private static JsonNode call(String tool) {
        var inputs = tool.equals("input") ? "{\"value\":\"\"}" : "{}";
        return request(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"%s\",\"inputs\":%s}}".formatted(tool, inputs));
    }

    private static JsonNode request(String method, String params) {
        return shop.request(
                method,
                params,
                Map.of(
                        "x-TEAM",
                        "red",
                        "X-Region",
                        "eu",
                        "X-Other",
                        "secret",
                        "Authorization",
                        "Bearer secret",
                        "Cookie",
                        "a=secret"));
    }
}
