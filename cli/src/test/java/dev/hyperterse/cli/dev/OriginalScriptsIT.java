package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Scripts as the original has them do the same here; one that changes a global says what it needs. */
@Timeout(180)
class OriginalScriptsIT {
    private static final String STOCK =
            "statement: {adapter: stock, text: {inline: \"SELECT pieces FROM stock WHERE product = {{ inputs.value }}\"}}";

    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              adapters: [{name: stock, engine: Sqlite, url: ":memory:", sqlite: {initSql: {inline: "CREATE TABLE stock (product TEXT, pieces INTEGER)"}}}]
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: files, labels: {hyperterse.dev/readable: "true"}}
            data:
              handler.ts: |
                import { greeting } from './greeting';
                enum Tone { Kind = 'kind' }
                interface Payload { inputs: Record<string, string>; tool: string }
                export default async function handler({ inputs }: Payload): Promise<string> {
                  return `${greeting} ${inputs.value}, ${Tone.Kind}`;
                }
              greeting.ts: "export const greeting: string = 'Hello';"
              named.ts: "export function handler({ inputs }: any) { return inputs.value } export { handler as default }"
              package.ts: "import { z } from 'zod'; export default () => z"
            """
            + tool("files", "script: {source: {configMapKeyRef: {name: files, key: handler.ts}}}")
            + tool("named", "script: {source: {configMapKeyRef: {name: files, key: named.ts}}}")
            + tool("package", "script: {source: {configMapKeyRef: {name: files, key: package.ts}}}")
            + script("payload", "(payload) => Object.keys(payload).sort().join()")
            + script("name", "({ tool }) => tool")
            + script("deadline", "(_, { deadlineUnixMilli }) => deadlineUnixMilli > Date.now()")
            + script("scalar", "() => 'Hello Ann!'")
            + script("nothing", "() => {}")
            + script("object", "() => ({ a: 1 })")
            + script("mixed", "() => [{ a: 1 }, 2]")
            + script("throws", "() => { throw new Error('no stock') }")
            + script("rejects", "async () => { throw new Error('no stock') }")
            + tool(
                    "state",
                    "script: {engine: Fresh, source: {inline: \"export default () => (globalThis.calls = (globalThis.calls ?? 0) + 1)\"}}")
            + script("frozen", "() => (globalThis.calls = (globalThis.calls ?? 0) + 1)")
            + script("later", "() => new Promise((resolve) => setTimeout(() => resolve('later'), 1))")
            + tool(
                    "validator",
                    STOCK
                            + transform(
                                    "input", "({ inputs }) => { if (inputs.value === 'x') throw new Error('not x') }"))
            + tool("adds", STOCK + transform("input", "({ inputs }) => ({ ...inputs, region: 'eu' })"))
            + tool("ignored", STOCK + transform("input", "() => 'text'"))
            + tool("mapper", STOCK + transform("output", "({ results, tool }) => ({ results, tool })"));

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
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            files | [{"value":"Hello a, kind"}]
            named | [{"value":"a"}]
            payload | [{"value":"inputs,tool"}]
            name | [{"value":"name"}]
            deadline | [{"value":true}]
            scalar | [{"value":"Hello Ann!"}]
            nothing | []
            object | [{"a":1}]
            mixed | [{"a":1},{"value":2}]
            state | [{"value":1}]
            later | [{"value":"later"}]
            validator | []
            mapper | [{"results":[],"tool":"mapper"}]
            """)
    void originalScriptsReturnTheSame(String tool, String rows) {
        assertThat(text(call(tool, "a"))).isEqualTo(rows);
        assertThat(text(call(tool, "a"))).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            throws | execution failed: no stock
            rejects | execution failed: no stock
            validator | execution failed: input transform failed: not x
            adds | execution failed: validation error for field 'region': unknown input field 'region'
            ignored | execution failed: input transform failed: it returned neither an object of inputs nor nothing
            frozen | execution failed: Cannot add new property "calls" to non-extensible [object global] at frozen.js:1:16: built-in objects are frozen; if this is one, engine: Fresh lets the script change its own
            """)
    void originalScriptsFailTheSame(String tool, String why) {
        var answer = call(tool, "x");
        assertThat(Quickstart.failure(answer)).startsWith(why);
    }

    @Test
    void aPackageIsAProblemOfTheTool() {
        assertThat(shop.told())
                .contains(
                        "Tool default/package spec.script.source.configMapKeyRef: packages such as",
                        "bundle it into the script with your own bundler");
    }

    private static JsonNode call(String tool, String value) {
        return shop.execute(Optional.empty(), tool, "{\"value\":\"%s\"}".formatted(value));
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asString(answer.toString());
    }

    private static String script(String name, String function) {
        return tool(name, "script: {source: {inline: \"export default %s\"}}".formatted(function));
    }

    private static String transform(String which, String function) {
        return "%n  transforms: {%s: {source: {inline: \"export default %s\"}}}".formatted(which, function);
    }

    private static String tool(String name, String runs) {
        return """
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  description: As written for the original
                  inputs: [{name: value, type: string}]
                  %s
                """.formatted(name, runs);
    }
}
