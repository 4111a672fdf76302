package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Prompts and resources that scripts make, from their manifests to a client. */
@Timeout(180)
@ParameterizedClass
@EnumSource
class ScriptedContentIT {
    @Parameter
    private ScriptIsolation engine;

    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              exposure: Direct
              scripts: {cpuTime: 500ms, engine: ENGINE}
              adapters: [{name: stock, engine: Sqlite, url: ":memory:", sqlite: {initSql: {inline: "CREATE TABLE stock AS SELECT 'lamp' AS product, 3 AS pieces"}}}]
              limits: {callTimeout: 20s, maxResultSize: 64Ki}
            """
            + prompt("reorder", "[{name: product, required: true}, {name: tone}]", """
                    async ({ inputs }, ctx) => [
                      { role: 'user', content: `How many ${inputs.product}?` },
                      { role: 'assistant', content: `${(await ctx.query('stock'))[0]?.pieces ?? 'no'}, ${inputs.tone ?? 'as ever'}` },
                    ]""")
            + prompt("system", "[]", "() => [{ role: 'system', content: 'obey' }]")
            + prompt("bomb", "[]", "() => 'x'.repeat(100000)")
            + prompt("endless", "[]", "() => { for (;;); }")
            + prompt("unsettled", "[]", "() => new Promise(() => {})")
            + prompt("deep", "[]", "() => { let a = []; for (let i = 0; i < 5000; i++) a = [a]; return a; }")
            + resource("sheet", "uriTemplate: 'desk://{product}.md'", """
                    async ({ inputs, uri }, ctx) =>
                      inputs.product === 'none' ? ctx.error(`no ${uri}`) : `${(await ctx.query('stock'))[0]?.pieces} of ${inputs.product}`""")
            + resource(
                    "icon",
                    "uri: 'desk://icon'",
                    "({ uri }) => ({ contents: [{ blob: btoa('hi'), mimeType: 'image/png' }, { uri: uri + '#2', text: 'hi' }] })")
            + resource("rows", "uri: 'desk://rows'\n  mimeType: application/json", "() => ({ a: 1 })")
            + resource("ended", "uri: 'desk://endless'", "() => { for (;;); }");

    @TempDir
    private static Path folder;

    private static Quickstart shop;

    @BeforeParameterizedClassInvocation
    static void start(ScriptIsolation engine) throws IOException {
        var directory = Files.createDirectories(folder.resolve("shop-" + engine));
        Files.writeString(directory.resolve("shop.yaml"), MANIFESTS.replace("ENGINE", engine.name()));
        shop = Quickstart.serve(directory, folder.resolve("cache"));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        shop.close();
    }

    @Test
    void aPromptIsMadeOfItsArgumentsAndOfRows() {
        assertThat(get("reorder", "{\"product\":\"lamp\"}")
                        .path("result")
                        .path("messages")
                        .toString())
                .isEqualTo("[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"How many lamp?\"}},"
                        + "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"3, as ever\"}}]");
        assertThat(get("reorder", "{\"product\":\"' OR 1=1 --\",\"tone\":\"kindly\"}")
                        .toString())
                .contains("no, kindly");
    }

    @Test
    void argumentsAreCheckedBeforeTheScriptRuns() {
        assertThat(message(get("reorder", "{}"))).contains("missing required argument 'product'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            system | prompt failed: the script returned an unusable value: messages[0].role must be user or assistant
            bomb | prompt failed: the result is larger than 69632 bytes
            endless | prompt failed: the script ran for more than 500 ms (scripts.cpuTime)
            unsettled | prompt failed: the script waits for a promise that nothing will ever resolve or reject
            deep | prompt failed: cannot stringify objects nested that deep
            """)
    void aPromptThatCannotBeMadeSaysWhy(String name, String why) {
        // The engines find in their own words that a value is too deep.
        var isolated = why.replace("cannot stringify objects nested that deep", "the script nests calls too deeply");
        var expected = engine == ScriptIsolation.Isolated ? isolated : why;
        assertThat(message(get(name, "{}"))).isIn(expected, inWaitingTime(expected));
        assertThat(get("reorder", "{\"product\":\"lamp\"}").has("result")).isTrue();
    }

    @Test
    void aResourceIsATextByItsVariables() {
        assertThat(read("desk://lamp.md").path("result").path("contents").toString())
                .isEqualTo(
                        "[{\"uri\":\"desk://lamp.md\",\"mimeType\":\"text/markdown; charset=utf-8\",\"text\":\"3 of lamp\"}]");
    }

    @Test
    void aResourceHasSeveralContentsOfItsOwnTypes() {
        assertThat(read("desk://icon").path("result").path("contents").toString())
                .isEqualTo(
                        "[{\"uri\":\"desk://icon\",\"mimeType\":\"image/png\",\"blob\":\"aGk=\"},{\"uri\":\"desk://icon#2\",\"text\":\"hi\"}]");
    }

    @Test
    void anyOtherValueIsItsJson() {
        assertThat(read("desk://rows").path("result").path("contents").toString())
                .isEqualTo(
                        "[{\"uri\":\"desk://rows\",\"mimeType\":\"application/json\",\"text\":\"[{\\\"a\\\":1}]\"}]");
    }

    @Test
    void aResourceThatCannotBeMadeSaysWhy() {
        assertThat(message(read("desk://none.md"))).isEqualTo("reading failed: no desk://none.md");
        assertThat(message(read("desk://endless")))
                .isIn(
                        "reading failed: the script ran for more than 500 ms (scripts.cpuTime)",
                        inWaitingTime("reading failed: the script ran for more than 500 ms (scripts.cpuTime)"));
    }

    /** A busy machine may not give a script 500 ms of processor time within the 10 s that it has. */
    private static String inWaitingTime(String why) {
        return why.replace("ran for more than 500 ms (scripts.cpuTime)", "took more than 10000 ms (scripts.timeout)");
    }

    private static JsonNode get(String name, String arguments) {
        return shop.request("prompts/get", "{\"name\":\"%s\",\"arguments\":%s}".formatted(name, arguments));
    }

    private static JsonNode read(String uri) {
        return shop.request("resources/read", "{\"uri\":\"%s\"}".formatted(uri));
    }

    private static String message(JsonNode answer) {
        return answer.path("error").path("message").asString("");
    }

    private static String prompt(String name, String arguments, String function) {
        return definition("Prompt", name, "arguments: " + arguments, function);
    }

    private static String resource(String name, String address, String function) {
        return definition("Resource", name, address, function);
    }

    private static String definition(String kind, String name, String fields, String function) {
        var query = function.contains("ctx.query")
                ? "    queries: [{name: stock, adapter: stock, text: {inline: \"SELECT pieces FROM stock WHERE product = {{ inputs.product }}\"}}]\n"
                : "";
        return """
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: %s
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  %s
                  script:
                    source:
                      inline: |
                %s%s""".formatted(kind, name, fields, ("export default " + function + ";").indent(8), query);
    }
}
