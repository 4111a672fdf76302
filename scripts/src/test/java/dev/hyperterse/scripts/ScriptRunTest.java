package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.author.ScriptOwner;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Inputs of scripts, and results from their return values. */
@ParameterizedClass
@EnumSource
class ScriptRunTest {
    private static final Map<ScriptIsolation, RunningScripts> BY_ENGINE = new EnumMap<>(ScriptIsolation.class);

    private final ScriptIsolation engine;
    private final RunningScripts scripts;

    ScriptRunTest(ScriptIsolation engine) {
        this.engine = engine;
        this.scripts = BY_ENGINE.computeIfAbsent(engine, RunningScripts::new);
    }

    @AfterAll
    static void close() {
        BY_ENGINE.values().forEach(RunningScripts::close);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            undefined | []
            null | []
            [] | []
            'text' | [{"value":"text"}]
            42 | [{"value":42}]
            [1, null, {a: 1}, [2]] | [{"value":1},{"value":null},{"a":1},{"value":[2]}]
            {a: 1, b: undefined} | [{"a":1}]
            new Date(0) | [{"value":"1970-01-01T00:00:00.000Z"}]
            [{toJSON: () => undefined}, {toJSON: () => [1]}, () => 1] | [{"value":null},{"value":[1]},{"value":null}]
            Promise.resolve({later: true}) | [{"later":true}]
            """, quoteCharacter = '~')
    void plainValueBecomesRows(String value, String rows) {
        assertThat(scripts.run("export default () => (" + value + ")", "{}")).isEqualTo(rows);
    }

    @Test
    void scriptReceivesItsInputsAndTheNameOfItsTool() {
        assertThat(scripts.run(
                        "export default ({inputs, tool}, ctx) => ({sum: inputs.a + inputs.b, tool, env: ctx.env.REGION})",
                        "{\"a\":1,\"b\":2}"))
                .isEqualTo("[{\"sum\":3,\"tool\":\"tool\",\"env\":\"eu\"}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ throw new Error('no ' + ctx.env.TOKEN) }",
                "{ throw new Error(JSON.stringify(ctx.env)) }",
                "{ throw new TypeError('/?key=' + encodeURIComponent(ctx.env.TOKEN)) }",
                "{ throw ctx.env.TOKEN.toUpperCase() }",
                "JSON.parse(ctx.env.TOKEN)",
                "ctx.call(ctx.env.TOKEN)",
            })
    void failuresShowNoValuesOfTheEnvironment(String body) {
        assertThat(scripts.run("export default async (_, ctx) => " + body, "{}"))
                .startsWith("execution: ")
                .doesNotContainIgnoringCase("t0ken");
    }

    @Test
    void failureNamesTheVariableInsteadOfItsValue() {
        assertThat(scripts.run("export default (_, ctx) => { throw new Error('no ' + ctx.env.TOKEN + '!') }", "{}"))
                .isEqualTo("execution: no {{ env.TOKEN }}!");
    }

    @Test
    void scriptReceivesTheClientInfo() {
        var script = scripts.link("export default (_, ctx) => [ctx.client, Object.isFrozen(ctx.client)]");
        var client = new NamedClient(new Client.About("editor", "1.2", Set.of("sampling", "roots")));
        try (var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG)) {
            assertThat(scripts.run(script, "{}", scope, client))
                    .isEqualTo(
                            "[{\"name\":\"editor\",\"version\":\"1.2\",\"capabilities\":[\"roots\",\"sampling\"]},{\"value\":true}]");
        }
        assertThat(scripts.run("export default (_, ctx) => ctx.client === null", "{}"))
                .isEqualTo("[{\"value\":true}]");
    }

    private record NamedClient(Client.About known) implements Client {
        @Override
        public Optional<About> about() {
            return Optional.of(known);
        }

        @Override
        public void progress(Progress progress) {
            NONE.progress(progress);
        }

        @Override
        public boolean logs(LoggingLevel level) {
            return false;
        }

        @Override
        public void log(LoggingLevel level, ObjectNode data) {
            NONE.log(level, data);
        }
    }

    @Test
    void onceRunsOncePerKey() {
        assertThat(scripts.run("""
                export default async (_, ctx) => {
                  let calls = 0;
                  const one = () => ({call: ++calls, at: new Date(0)});
                  const all = await Promise.all([ctx.once('a', one), ctx.once('a', one), ctx.once('b', async () => one())]);
                  const failed = await ctx.once('c', () => { throw new Error('no'); }).catch((e) => e.message);
                  return [...all, {calls, failed, nothing: await ctx.once('d', () => undefined) === undefined}];
                }
                """, "{}"))
                .isEqualTo(
                        "[{\"call\":1,\"at\":\"1970-01-01T00:00:00.000Z\"},{\"call\":1,\"at\":\"1970-01-01T00:00:00.000Z\"},{\"call\":2,\"at\":\"1970-01-01T00:00:00.000Z\"},{\"calls\":2,\"failed\":\"no\",\"nothing\":true}]");
    }

    @Test
    void mcpResultIsUsedUnchanged() {
        assertThat(scripts.run(
                        "export default () => ({content: [{type: 'text', text: 'hi'}], structuredContent: {a: 1}, isError: true, _meta: {b: 2}})",
                        "{}"))
                .isEqualTo(
                        "Whole[content=[{\"type\":\"text\",\"text\":\"hi\"}], structured=Optional[{\"a\":1}], failed=true, meta=Optional[{\"b\":2}]]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            PROMPT | ({inputs, prompt}) => prompt + inputs.a | "prompt1"
            PROMPT | () => undefined | null
            PROMPT | async () => [{role: 'user', content: 'hi'}] | [{"role":"user","content":"hi"}]
            RESOURCE | ({resource, uri}) => resource + uri | "resourceundefined"
            RESOURCE | () => '' | ""
            RESOURCE | () => ({contents: [{text: 'x'}]}) | {"contents":[{"text":"x"}]}
            RESOURCE | () => ({a: 1}) | [{"a":1}]
            RESOURCE | () => null | []
            """)
    void kindOfTheOwnerDecidesTheResult(ScriptOwner.Kind kind, String function, String result) {
        var script = scripts.link(kind, Map.of("main.js", "export default " + function));
        assertThat(scripts.run(script, "{\"a\":1}")).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Array.prototype.toJSON = () => 'no array' | {content: [{type: 'text', text: 'a'}]}
            Object.prototype.toJSON = () => 'no object' | {content: [], structuredContent: {}}
            Object.prototype.toJSON = () => 'no object' | {content: [], _meta: {}}
            """)
    void resultChangedByToJsonIsRefused(String tampering, String returned) {
        assertThat(scripts.run("%s; export default () => (%s)".formatted(tampering, returned), "{}"))
                .satisfies(result ->
                        assertTampered(result, "execution: toJSON changes the form of what the script returned"));
    }

    /** Where built-in objects are frozen, the change itself is refused. */
    private void assertTampered(String result, String otherwise) {
        if (engine == ScriptIsolation.Shared) {
            assertThat(result)
                    .endsWith(
                            "built-in objects are frozen; if this is one, engine: Fresh lets the script change its own");
        } else {
            assertThat(result).isEqualTo(otherwise);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Array.prototype.toJSON = () => 'no array'",
                "Array.prototype.map = () => 'no array'",
                "JSON.stringify = () => 'no JSON'"
            })
    void tamperingChangesNoRows(String tampering) {
        assertThat(scripts.run("%s; export default () => [1, {a: 2}]".formatted(tampering), "{}"))
                .satisfies(result -> assertTampered(result, "[{\"value\":1},{\"a\":2}]"));
    }

    /** As a row with a column of that name, or the answer to a form. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"content\":\"text\"}",
                "{\"id\":1,\"content\":null}",
                "{\"action\":\"accept\",\"content\":{\"size\":4}}",
                "{\"content\":{\"type\":\"text\",\"text\":\"hi\"}}"
            })
    void objectWithoutAContentArrayIsAValue(String value) {
        assertThat(scripts.run("export default () => (%s)".formatted(value), "{}"))
                .isEqualTo("[" + value + "]");
    }

    @Test
    void structuredContentAloneIsAlsoText() {
        assertThat(scripts.run("export default () => ({structuredContent: {a: 1}})", "{}"))
                .startsWith("Whole[content=[{\"type\":\"text\",\"text\":\"{\\\"a\\\":1}\"}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            () => { throw new Error('no such order') } | execution: no such order
            (_, ctx) => ctx.error('no such order') | execution: no such order
            async () => { throw 'text' } | execution: text
            () => Promise.reject(new TypeError('late')) | execution: late
            () => ({content: ['text']}) | execution: content of a result must be an array of objects with a type; return [value] where it is a value
            () => ({structuredContent: 1}) | execution: structuredContent of a result must be an object
            () => 1n | execution: Do not know how to serialize a BigInt
            () => new Promise(() => {}) | execution: the script waits for a promise that nothing will ever resolve or reject
            (_, ctx) => ctx.query('orders') | execution: the script has no query 'orders'
            (_, ctx) => ctx.call('orders') | execution: tool 'orders' not found, or it may not be called from here
            (_, ctx) => ctx.elicit('name') | execution: the form of ctx.elicit must be a value of JSON
            () => fetch('http://127.0.0.1/') | execution: fetch: http://127.0.0.1 is not among what scripts of this namespace may fetch; the owner of the server can add it to spec.scripts.fetch
            42 | execution: TypeError: the default export of the script is not a function
            """)
    void failureHasTheMessageOfTheAuthor(String function, String failure) {
        assertThat(scripts.run("export default " + function, "{}")).isEqualTo(failure);
    }

    @Test
    void filesImportEachOther() {
        var script = scripts.link(Map.of(
                "main.js",
                "import {rate} from './rate'; import {again} from './again.js'; export default ({inputs}) => rate(inputs.x) + again()",
                "rate.ts",
                "export const rate = (x) => x * 2",
                "again.js",
                "import {rate} from './rate.ts'; export const again = () => rate(1)"));
        assertThat(scripts.run(script, "{\"x\":20}")).isEqualTo("[{\"value\":42}]");
    }

    @Test
    void runsDoNotShareGlobals() {
        var script = scripts.link("""
                const before = [globalThis.kept, Array.prototype.sum, JSON.stringify === globalThis.mine];
                const attempt = (change) => { try { change() } catch {} };
                attempt(() => { globalThis.kept = 1 });
                attempt(() => { Array.prototype.sum = () => 1 });
                attempt(() => { globalThis.mine = JSON.stringify = () => 'tampered' });
                Object.freeze(Object.prototype);
                export default () => before
                """);
        var first = scripts.run(script, "{}");
        assertThat(first).isEqualTo("[{\"value\":null},{\"value\":null},{\"value\":false}]");
        assertThat(scripts.run(script, "{}")).isEqualTo(first);
    }

    @Test
    void webGlobalsWorkAsStandardized() {
        assertThat(scripts.run("""
                export default async () => {
                  const times = [];
                  const cancelled = setTimeout(() => times.push('never'), 1);
                  clearTimeout(cancelled);
                  await new Promise((go) => setTimeout((given) => { times.push(given); go(); }, 1, 'given'));
                  const original = {list: [1, new Date(0)], map: new Map([['a', {b: 1}]])};
                  original.self = original;
                  const copy = structuredClone(original);
                  return {
                    times,
                    base64: [btoa('hello'), btoa('hi'), atob('aGVsbG8='), atob(btoa('\\xff\\x00'))],
                    utf8: new TextDecoder().decode(new TextEncoder().encode('aä€😀')),
                    broken: new TextDecoder().decode(Uint8Array.of(0xff, 0x41, 0xe2, 0x82)),
                    cloned: copy !== original && copy.self === copy && copy.list[1] instanceof Date && copy.map.get('a').b === 1,
                    uuid: /^[0-9a-f-]{36}$/.test(crypto.randomUUID()),
                    random: (r => r >= 0 && r < 1)(Math.random()),
                  };
                }
                """, "{}"))
                .isEqualTo(
                        "[{\"times\":[\"given\"],\"base64\":[\"aGVsbG8=\",\"aGk=\",\"hello\",\"ÿ\\u0000\"],\"utf8\":\"aä€😀\",\"broken\":\"\uFFFDA\uFFFD\",\"cloned\":true,\"uuid\":true,\"random\":true}]");
    }

    @Test
    void timerThatFiresDuringItsTurnIsAwaited() {
        assertThat(scripts.run("""
                export default () => new Promise((resolve) => {
                  setTimeout(() => resolve('fired'), 1);
                  for (const begin = Date.now(); Date.now() < begin + 20;);
                })
                """, "{}")).isEqualTo("[{\"value\":\"fired\"}]");
    }

    @Test
    void stackHasTheLinesOfTheAuthor() {
        var failure = scripts.run("""
                export default () => {
                  try { null.x } catch (e) { return e.stack.split('\\n')[1].trim() }
                }
                """, "{}");
        assertThat(failure).contains("main.js:2:");
    }
}
