package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Scripts that call tools, for callers that see more and less of them. */
@Timeout(180)
@ParameterizedClass
@EnumSource
class ScriptCallsIT {
    @Parameter
    private ScriptIsolation engine;

    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              adapters: [{name: stock, engine: Sqlite, url: ":memory:", sqlite: {initSql: {inline: "CREATE TABLE stock AS SELECT 'lamp' AS product, 3 AS pieces"}}}]
              attachments: {namespaces: {from: All}, toolNames: Plain}
              scripts: {engine: ENGINE, namespaces: {from: All}}
              auth:
                mode: Required
                required: [staff]
                plugins:
                  - name: staff
                    apiKey:
                      header: X-Key
                      keys:
                        - {principal: chief, valueFrom: {secretKeyRef: {name: staff, key: chief}}}
                        - {principal: clerk, valueFrom: {secretKeyRef: {name: staff, key: clerk}}}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: staff}
            stringData: {chief: chief-key-only-for-this-test, clerk: clerk-key-only-for-this-test}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: stock-of}
            spec:
              serverRefs: [{name: shop}]
              description: Pieces of a product
              inputs: [{name: product, type: string, minLength: 2}]
              statement: {adapter: stock, text: {inline: "SELECT pieces FROM stock WHERE product = {{ inputs.product }}"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: margin}
            spec:
              serverRefs: [{name: shop}]
              description: For the chief
              auth: {plugin: staff, policy: {subjects: chief}}
              script: {source: {inline: "export default (_, ctx) => ({structuredContent: {margin: 40, who: `${ctx.principal.plugin} ${ctx.principal.subject}`}})"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: never}
            spec:
              serverRefs: [{name: shop}]
              description: Waits for ever
              timeout: 100ms
              script: {source: {inline: "export default (_, ctx) => ctx.sleep(60000)"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: shared, namespace: team}
            spec:
              serverRefs: [{name: shop, namespace: default}]
              description: For scripts of the default namespace, and not of its own
              callableFrom: {from: Selector, selector: {matchLabels: {scripts: trusted}}}
              script: {source: {inline: "export default () => 'shared'"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: closed, namespace: team}
            spec:
              serverRefs: [{name: shop, namespace: default}]
              description: For scripts of its own namespace
              script: {source: {inline: "export default (_, ctx) => ctx.call('shared')"}}
            """
            + script(
                    "pieces",
                    "({ inputs }, ctx) => ctx.call('stock-of', inputs)",
                    "inputs: [{name: product, type: string}]")
            + script("with-margin", "async (_, ctx) => (await ctx.call('margin')).structuredContent", "timeout: 10s")
            + script("reads-only", "(_, ctx) => ctx.call('margin')", "hints: {readOnly: true}")
            + script(
                    "catches",
                    "async (_, ctx) => { try { await ctx.call('never') } catch (e) { return e.message } }",
                    "timeout: 10s")
            + script("waits", "(_, ctx) => ctx.call('waits-long')", "timeout: 200ms")
            + script("waits-long", "(_, ctx) => ctx.sleep(60000)", "timeout: 60s")
            + script("foreign", "(_, ctx) => ctx.call('shared')", "timeout: 10s")
            + script("not-foreign", "(_, ctx) => ctx.call('closed')", "timeout: 10s")
            + script("no-object", "(_, ctx) => ctx.call('stock-of', 5)", "timeout: 10s")
            + script(
                    "again",
                    "({ inputs }, ctx) => ctx.call('again', { count: inputs.count + 1 })",
                    "inputs: [{name: count, type: int}]")
            + script(
                    "many",
                    "(_, ctx) => Promise.all(Array.from({ length: 33 }, () => ctx.call('stock-of', { product: 'lamp' })))",
                    "timeout: 10s");

    private static final String TRUSTED = """
            apiVersion: v1
            kind: Namespace
            metadata: {name: default, labels: {scripts: trusted}}
            """;

    @TempDir
    private static Path folder;

    private static Quickstart shop;

    @BeforeParameterizedClassInvocation
    static void start(ScriptIsolation engine) throws IOException {
        var directory = Files.createDirectories(folder.resolve("shop-" + engine));
        Files.writeString(directory.resolve("shop.yaml"), MANIFESTS.replace("ENGINE", engine.name()));
        Files.writeString(directory.resolve("namespace.yaml"), TRUSTED);
        shop = Quickstart.serve(directory, folder.resolve("cache"));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        shop.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            pieces | {"product":"lamp"} | [{"pieces":3}]
            with-margin | {} | [{"margin":40,"who":"staff chief"}]
            foreign | {} | [{"value":"shared"}]
            catches | {} | [{"value":"the call took too long and was cancelled (timeout of tool 'never': 100ms)"}]
            """)
    void aScriptHasTheResultOfTheToolThatItCalls(String tool, String inputs, String rows) {
        assertThat(text(call("chief", tool, inputs))).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            pieces | {"product":"x"} | execution failed: tool 'pieces' passed wrong inputs to 'stock-of': validation error for field 'product': must have at least 2 characters
            no-object | {} | execution failed: tool 'no-object' passed wrong inputs to 'stock-of': invalid arguments: not a JSON object
            reads-only | {} | execution failed: the tool 'margin' does not say that it is readOnly, and tool 'reads-only' must not change anything
            not-foreign | {} | execution failed: tool 'closed' not found, or it may not be called from here
            closed | {} | execution failed: tool 'shared' not found, or it may not be called from here
            waits | {} | execution failed: the call took too long and was cancelled (timeout of tool 'waits': 200ms)
            again | {"count":1} | execution failed: calls of tools by others are at most 4 inside each other
            many | {} | execution failed: the script waits for too many answers to ctx.call
            """)
    void aFailureOfTheToolIsOneOfTheScript(String tool, String inputs, String why) {
        assertThat(message(call("chief", tool, inputs))).startsWith(why);
        assertThat(text(call("chief", "pieces", "{\"product\":\"lamp\"}"))).isEqualTo("[{\"pieces\":3}]");
    }

    @Test
    void aToolThatItsCallerMayNotSeeIsNotThereForTheScriptEither() {
        assertThat(message(call("clerk", "with-margin", "{}")))
                .isEqualTo("execution failed: tool 'margin' not found, or it may not be called from here");
        assertThat(text(call("clerk", "pieces", "{\"product\":\"lamp\"}"))).isEqualTo("[{\"pieces\":3}]");
    }

    @Test
    void aNamespaceThatLosesItsLabelLosesTheToolsThatItSelected() throws InterruptedException {
        assertThat(text(call("chief", "foreign", "{}"))).isEqualTo("[{\"value\":\"shared\"}]");
        shop.edit("namespace.yaml", "trusted", "unknown");
        awaitMessage("execution failed: tool 'shared' not found, or it may not be called from here");
        shop.edit("namespace.yaml", "unknown", "trusted");
        awaitMessage("");
        assertThat(text(call("chief", "foreign", "{}"))).isEqualTo("[{\"value\":\"shared\"}]");
    }

    private static void awaitMessage(String message) throws InterruptedException {
        while (!message(call("chief", "foreign", "{}")).equals(message)) {
            Thread.sleep(50);
        }
    }

    private static JsonNode call(String who, String tool, String inputs) {
        var params = "{\"name\":\"execute\",\"arguments\":{\"tool\":\"%s\",\"inputs\":%s}}".formatted(tool, inputs);
        return shop.request("tools/call", params, Map.of("X-Key", who + "-key-only-for-this-test"));
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asString(answer.toString());
    }

    private static String message(JsonNode answer) {
        return Quickstart.failure(answer);
    }

    private static String script(String name, String function, String fields) {
        return """
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  description: Calls another tool
                  %s
                  script:
                    source:
                      inline: |
                        export default %s;
                """.formatted(name, fields, function);
    }
}
