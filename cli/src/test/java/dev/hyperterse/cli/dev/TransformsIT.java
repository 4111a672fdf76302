package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

/** Scripts before and after the run of a tool, from their manifests to a client. */
@Timeout(180)
@ParameterizedClass
@EnumSource
class TransformsIT {
    @Parameter
    private ScriptIsolation engine;

    private static final String STATEMENT =
            "statement: {adapter: stock, text: {inline: \"SELECT pieces FROM stock WHERE product = {{ inputs.product }}\"}}";

    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              adapters: [{name: quick, statementTimeout: 5s, engine: Sqlite, url: ":memory:"}, {name: stock, statementTimeout: 2m, engine: Sqlite, url: ":memory:", sqlite: {initSql: {inline: "CREATE TABLE stock AS SELECT 'lamp' AS product, 3 AS pieces UNION ALL SELECT 'desk', 0"}}}]
              limits: {maxResultSize: 64Ki, callTimeout: 2m}
              scripts: {timeout: 2m, cpuTime: 500ms, engine: ENGINE}
            """
            + tool(
                    "trims",
                    STATEMENT,
                    input("({ inputs, tool }) => ({ product: inputs.product.trim() + (tool === 'trims' ? '' : '!') })"))
            + tool(
                    "checks",
                    STATEMENT,
                    input("({ inputs }) => { if (inputs.product === 'none') throw new Error('no such product') }"))
            + tool("adds", STATEMENT, input("({ inputs }) => ({ ...inputs, more: 1 })"))
            + tool("scalar", STATEMENT, input("() => 5"))
            + tool("rows-in", STATEMENT, input("() => [{ product: 'lamp' }]"))
            + tool("endless-in", STATEMENT, input("() => { for (;;); }"))
            + tool("unsettled-in", STATEMENT, input("() => new Promise(() => {})"))
            + tool(
                    "sums",
                    STATEMENT,
                    output(
                            "({ results, tool }) => ({ pieces: results.reduce((sum, row) => sum + row.pieces, 0), tool })"))
            + tool(
                    "whole",
                    STATEMENT,
                    output(
                            "({ results }) => ({ content: [{ type: 'text', text: `${results.length} rows` }], isError: results.length === 0 })"))
            + tool("endless-out", STATEMENT, output("() => { for (;;); }"))
            + tool("bomb-out", STATEMENT, output("() => 'x'.repeat(100000)"))
            + tool("throws-out", STATEMENT, output("() => null.pieces"))
            + tool(
                    "of-script",
                    "script: {source: {inline: \"export default ({inputs}) => ({structuredContent: {a: inputs.product}})\"}}",
                    output("({ results }) => results.structuredContent.a + '!'"))
            + tool(
                    "calls",
                    STATEMENT,
                    output(
                            "async ({ results }, ctx) => [...results, ...(await ctx.call('trims', { product: ' desk ' }))]"))
            + tool(
                    "time-left",
                    "statement: {adapter: quick, text: {inline: \"SELECT {{ inputs.product }} AS product\"}}",
                    output("(_, ctx) => ctx.deadline - ctx.now > 30000"))
            + tool(
                    "looks-up",
                    STATEMENT,
                    input(
                                    "async ({ inputs }, ctx) => (await ctx.query('known')).length ? undefined : { product: 'desk' }")
                            + output(
                                    "async ({ results }, ctx) => [...results, ...(await ctx.query('others')), ...(await ctx.query('least', { pieces: 1 }))]")
                            + queries(
                                    "{name: known, adapter: stock, text: {inline: \"SELECT product FROM stock WHERE product = {{ inputs.product }}\"}}",
                                    "{name: others, adapter: stock, text: {inline: \"SELECT product FROM stock WHERE product <> {{ inputs.product }}\"}}",
                                    "{name: least, adapter: stock, inputs: [{name: pieces, type: int}], text: {inline: \"SELECT product AS left FROM stock WHERE pieces >= {{ inputs.pieces }}\"}}"))
            + tool(
                    "asks-for-none",
                    STATEMENT,
                    input("(_, ctx) => ctx.query('orders')")
                            + queries("{name: known, adapter: stock, text: {inline: SELECT 1}}"))
            + tool(
                    "asks-wrongly",
                    STATEMENT,
                    input("(_, ctx) => ctx.query('known')")
                            + queries(
                                    "{name: known, adapter: stock, text: {inline: \"SELECT product FROM stock WHERE product = {{ inputs.product }}\"}}"))
            + tool(
                    "script-and-transform",
                    "script: {source: {inline: \"export default (_, ctx) => ctx.query('own')\"}, queries: [{name: own, adapter: stock, text: {inline: \"SELECT 1 AS own\"}}]}",
                    output(
                                    "async ({ results }, ctx) => { try { await ctx.query('own') } catch (e) { return [...results, { why: e.message }] } }")
                            + queries("{name: after, adapter: stock, text: {inline: SELECT 2}}"))
            + tool(
                    "cached",
                    "cache: {mode: Enabled, ttl: 60s}\n  " + STATEMENT,
                    input("({ inputs }) => ({ product: inputs.product.toLowerCase() })")
                            + output("({ results }, ctx) => ({ pieces: results[0].pieces, run: ctx.requestKey })"));

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

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            trims | ~ lamp ~ | [{"pieces":3}]
            checks | lamp | [{"pieces":3}]
            sums | lamp | [{"pieces":3,"tool":"sums"}]
            sums | none | [{"pieces":0,"tool":"sums"}]
            whole | lamp | 1 rows
            of-script | lamp | [{"value":"lamp!"}]
            time-left | lamp | [{"value":true}]
            looks-up | lamp | [{"pieces":3},{"product":"desk"},{"left":"lamp"}]
            looks-up | chair | [{"pieces":0},{"product":"lamp"},{"left":"lamp"}]
            script-and-transform | lamp | [{"own":1},{"why":"the script has no query 'own'; it has after"}]
            calls | lamp | [{"pieces":3},{"pieces":0}]
            """)
    void aTransformChangesWhatGoesInOrComesOut(String tool, String product, String rows) {
        assertThat(text(call(tool, product))).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            trims | 7 | execution failed: input transform failed: inputs.product.trim is not a function
            checks | "none" | execution failed: input transform failed: no such product
            adds | "lamp" | execution failed: validation error for field 'more': unknown input field 'more'
            asks-for-none | "lamp" | execution failed: input transform failed: the script has no query 'orders'; it has known
            asks-wrongly | [1] | execution failed: input transform failed: ctx.query('known') takes the inputs of the call: validation error for field 'product'
            scalar | "lamp" | execution failed: input transform failed: it returned neither an object of inputs nor nothing
            rows-in | "lamp" | execution failed: input transform failed: it returned neither an object of inputs nor nothing
            endless-in | "lamp" | execution failed: input transform failed: the script ran for more than 500 ms (scripts.cpuTime)
            unsettled-in | "lamp" | execution failed: input transform failed: the script waits for a promise that nothing will ever resolve or reject
            endless-out | "lamp" | execution failed: output transform failed: the script ran for more than 500 ms (scripts.cpuTime)
            bomb-out | "lamp" | execution failed: the result is larger than 69632 bytes
            throws-out | "lamp" | execution failed: output transform failed: Cannot read property 'pieces' of null
            """)
    void aTransformThatFailsEndsTheCall(String tool, String product, String why) {
        var answer = execute(tool, "{\"product\":%s}".formatted(product));
        assertThat(Quickstart.failure(answer)).startsWith(engine == ScriptIsolation.Isolated ? ofQuickJs(why) : why);
        assertThat(text(call("trims", "lamp"))).isEqualTo("[{\"pieces\":3}]");
    }

    /** It has words of its own for what it throws itself. */
    private static String ofQuickJs(String why) {
        return why.replace("inputs.product.trim is not a function", "not a function")
                .replace("Cannot read property", "cannot read property");
    }

    @Test
    void aResultThatSaysItFailedIsOne() {
        assertThat(call("whole", "none").path("result").path("isError").asBoolean())
                .isTrue();
    }

    @Test
    void cacheHoldsTheResultBeforeItsTransform() {
        var first = text(call("cached", "LAMP"));
        var second = text(call("cached", "lamp"));
        assertThat(first).startsWith("[{\"pieces\":3,\"run\":");
        assertThat(second).startsWith("[{\"pieces\":3,\"run\":").isNotEqualTo(first);
    }

    private static JsonNode call(String tool, String product) {
        return execute(tool, "{\"product\":\"%s\"}".formatted(product));
    }

    private static JsonNode execute(String tool, String inputs) {
        return shop.execute(Optional.empty(), tool, inputs);
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asString(answer.toString());
    }

    private static String input(String function) {
        return transform("input", function);
    }

    private static String output(String function) {
        return transform("output", function);
    }

    private static String transform(String which, String function) {
        return "    %s:%n      source:%n        inline: |%n          export default %s;%n".formatted(which, function);
    }

    private static String queries(String... queries) {
        return "    queries:%n".formatted()
                + "      - %s%n".repeat(queries.length).formatted((Object[]) queries);
    }

    private static String tool(String name, String runs, String transforms) {
        return """
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  description: Has transforms
                  inputs: [{name: product, type: string}]
                  %s
                  transforms:
                %s""".formatted(name, runs, transforms);
    }
}
