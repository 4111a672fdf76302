package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that follow each other in a realm: none of them can leave one bit for the next. */
class HardenedRealmTest {
    private static final RunningScripts SCRIPTS = new RunningScripts(RunningScripts.many());

    private static final RunningScripts FRESH = new RunningScripts(ScriptIsolation.Fresh);

    @AfterAll
    static void close() {
        SCRIPTS.close();
        FRESH.close();
    }

    /** Each leaves a bit where it can, and says whether it has found it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "let count = 0; export default () => count++ > 0",
                "class Counter { static count = 0 } export default () => Counter.count++ > 0",
                "class Counter { static #count = 0; static next() { return this.#count++ } } export default () => Counter.next() > 0",
                "function own() {} export default () => { const was = own.bit; own.bit = 1; return was === 1 }",
                "const same = (strings) => strings; const seen = new WeakSet(); "
                        + "export default () => { const it = same`a`; const was = seen.has(it); seen.add(it); return was }",
                "const same = (strings) => strings; export default () => { try { same`a`.bit = 1 } catch {} return same`a`.bit === 1 }",
                "export default () => { const was = RegExp.$1 === 'bit'; /(bit)/.exec('bit'); return was }",
                "export default () => { const was = RegExp.lastMatch === 'bit'; /(bit)/.exec('bit'); return was }",
                "const by = /bit/g; export default () => { const was = by.lastIndex > 0; by.exec('a bit'); return was }",
                "export default () => { const it = Symbol.for('bit'); try { it.bit = 1 } catch {} return it.bit === 1 }",
                "export default () => { const was = Error.stackTraceLimit === 3; try { Error.stackTraceLimit = 3 } catch {} return was }",
                "export default () => { try { Error.prepareStackTrace = () => 'bit' } catch {} return new Error().stack === 'bit' }",
                "export default () => { const was = Intl.bit === 1; try { Intl.bit = 1 } catch {} return was }",
                "export default () => { const it = Intl.DateTimeFormat.prototype; const was = it.bit; try { it.bit = 1 } catch {} return was === 1 }",
                "export default () => { const was = 'bit' in globalThis.console; try { console.bit = 1 } catch {} return was }",
                "export default () => { const was = globalThis.URL === 1; globalThis.URL = 1; return was }",
                "export default () => { const was = structuredClone.bit === 1; structuredClone.bit = 1; return was }",
                "export default () => { const was = URL.prototype.bit === 1; try { URL.prototype.bit = 1 } catch {} return was }",
                "export default () => { const was = fetch.bit === 1; try { fetch.bit = 1 } catch {} return was }",
                "export default () => { const own = Headers.prototype; const was = own.bit === 1; try { own.bit = 1 } catch {} return was }",
                "export default () => { const own = Object.getPrototypeOf(new Headers().entries()); const was = own.bit === 1; try { own.bit = 1 } catch {} return was }",
                "export default () => { class Bad extends URL { get search() { throw new Error() } } const url = new Bad('http://a/?b=1'); const was = url.href !== 'http://a/?b=1'; try { url.searchParams } catch {} new URLSearchParams('c=1').append('d', '2'); return was || url.href !== 'http://a/?b=1' }",
                "export default () => { const was = Response.bit === 1; try { Response.bit = 1 } catch {} return was }",
                "export default () => { const { get } = Object.getOwnPropertyDescriptor(globalThis, 'URL'); const was = get.bit; try { get.bit = 1 } catch {} return was === 1 }",
                "export default (_, ctx) => { const was = ctx.query.bit === 1; try { ctx.query.bit = 1 } catch {} return was }",
                "export default (_, ctx) => { const was = ctx.principal.scopes.length > 0; ctx.principal.scopes.push('bit'); return was }",
                "export default (_, ctx) => { const was = ctx.bit === 1; try { ctx.bit = 1 } catch {} return was }",
                "export default (_, ctx) => { const was = ctx.env.bit === 1; try { ctx.env.bit = 1 } catch {} return was }",
                "export default (_, ctx) => { const { get } = Object.getOwnPropertyDescriptor(ctx, 'env'); const was = get.bit === 1; try { get.bit = 1 } catch {} return was }",
                "export default async (_, ctx) => { let ran = false; await ctx.once('bit', () => { ran = true; return 1 }); return !ran }",
                "export default (_, ctx) => { ctx.sleep(50000); return setTimeout(() => 1, 50000) !== 2 }",
                "export default () => { const was = import.meta.bit === 1; import.meta.bit = 1; return was }",
                "export default async () => { const self = await import('./main.js'); const was = self.kept.bit === 1; self.kept.bit = 1; return was }; export const kept = {}",
                "const kept = []; export default () => { const was = 3 in kept; kept[3] = 1; return was }",
                "function* numbers() { for (let n = 0;; n++) yield n } const all = numbers(); export default () => all.next().value > 0",
                "export default () => { const was = Array.prototype.length > 0; try { Array.prototype.push(1) } catch {} return was }",
                "export default () => { const was = Object.getPrototypeOf(Array.prototype) === null; try { Object.setPrototypeOf(Array.prototype, null) } catch {} return was }",
                "export default () => { const was = 'bit' in {}; try { Object.prototype.__defineGetter__('bit', () => 1) } catch {} return was }",
                "export default () => { try { Error.prototype.message = 'bit' } catch {} return new Error().message === 'bit' }",
                "export default () => { const was = 'stack' in Map; try { Error.captureStackTrace(Map) } catch {} return was }",
                "export default () => { try { RegExp.prototype.compile('bit') } catch {} return RegExp.prototype.source === 'bit' }",
                "export default () => { const by = /bit/g; const was = by.lastIndex > 0; by.exec('a bit'); return was }",
                // The engine notes of which arrays it joins, so that none contains itself.
                "const join = (by) => Array.prototype.join.call(Math.max, by); "
                        + "export default () => { const was = join() !== ','; try { join({toString() { throw 1 }}) } catch {} return was }",
                "const join = () => Array.prototype.join.call(Math.max); const deep = () => { try { deep() } finally { join() } }; "
                        + "export default () => { const was = join() !== ','; try { deep() } catch {} return was }",
                "const deep = () => { try { deep() } finally { Promise.resolve().then(() => 1) } }; "
                        + "export default async () => { await null; try { deep() } catch {} return false }",
                "const deep = () => { try { deep() } finally { Symbol.for('bit') } }; "
                        + "export default () => { try { deep() } catch {} return Symbol.for('bit').description !== 'bit' }",
                "export default async () => { await Promise.allSettled([import('./none.js'), import('./main.js')]); return false }",
                "export default () => typeof WeakRef !== 'undefined' || typeof FinalizationRegistry !== 'undefined'",
            })
    void bitIsNotThereInTheNextRun(String code) {
        var script = SCRIPTS.link(code);
        assertThat(SCRIPTS.run(script, "{}")).isEqualTo("[{\"value\":false}]");
        assertThat(SCRIPTS.run(script, "{}")).isEqualTo("[{\"value\":false}]");
    }

    /** All runs of a realm have the same object, whose members are those of the run. */
    @Test
    void contextIsThatOfTheRun() {
        var script = SCRIPTS.link(
                "export default (_, ctx) => ({ of: { ...ctx }.inputs.of, now: ctx.now, key: ctx.requestKey, next: ctx.random() })");
        var first = SCRIPTS.run(script, "{\"of\":1}");
        var second = SCRIPTS.run(script, "{\"of\":2}");
        assertThat(first).startsWith("[{\"of\":1,").isNotEqualTo(SCRIPTS.run(script, "{\"of\":1}"));
        assertThat(second).startsWith("[{\"of\":2,");
        assertThat(second.substring(second.indexOf("\"key\""))).isNotEqualTo(first.substring(first.indexOf("\"key\"")));
    }

    /** The engine would keep the entry in it. */
    @Test
    void contextIsNoWeakKey() {
        assertThat(SCRIPTS.run("export default (_, ctx) => { new WeakSet().add(ctx) }", "{}"))
                .contains("ctx and built-in objects cannot be weak keys with engine: Shared");
        assertThat(FRESH.run("export default (_, ctx) => new WeakSet().add(ctx).has(ctx)", "{}"))
                .isEqualTo("[{\"value\":true}]");
    }

    @Test
    void importedModulesAreEvaluatedAnew() {
        var script = SCRIPTS.link(
                Map.of(
                        "main.js",
                        "import { next } from './count.js'; import * as all from './again.js'; export default async () => "
                                + "[next(), all.again(), (await import('./count.js')).count, (await import('./main.js')).default.name]",
                        "count.js",
                        "export let count = 0; export const next = () => ++count",
                        "again.js",
                        "export { count } from './count.js'; import { next } from './count'; await null; export const again = () => next()"));
        for (var run = 0; run < 3; run++) {
            assertThat(SCRIPTS.run(script, "{}"))
                    .isEqualTo("[{\"value\":1},{\"value\":2},{\"value\":2},{\"value\":\"default\"}]");
        }
    }

    /** Another script of the same namespace gets the realm, and the file with the same name is its own. */
    @Test
    void filesOfAnotherScriptAreNotImported() {
        for (var value : new String[] {"1", "2", "1"}) {
            var script = SCRIPTS.link(Map.of(
                    "main.js",
                    "import { value } from './value.js'; export default () => value",
                    "value.js",
                    "export const value = " + value));
            assertThat(SCRIPTS.run(script, "{}")).isEqualTo("[{\"value\":%s}]".formatted(value));
        }
        assertThat(SCRIPTS.run("export default () => import('./value.js')", "{}"))
                .startsWith("execution: ");
    }

    @Test
    void nothingOfAnEndedRunRunsLater() {
        var leaves = SCRIPTS.link("""
                export default async (_, ctx) => {
                  const tell = () => { try { globalThis.console = 1 } catch {} };
                  setTimeout(tell, 1);
                  ctx.sleep(1).then(tell);
                  fetch('http://127.0.0.1:1/').then(tell, tell);
                  new Promise(() => {}).finally(tell);
                  return 'left';
                }
                """);
        var looks = SCRIPTS.link(
                "export default async (_, ctx) => { await ctx.sleep(30); return typeof console === 'object' && typeof setTimeout }");
        for (var run = 0; run < 5; run++) {
            assertThat(SCRIPTS.run(leaves, "{}")).isEqualTo("[{\"value\":\"left\"}]");
            assertThat(SCRIPTS.run(looks, "{}")).isEqualTo("[{\"value\":\"function\"}]");
        }
    }

    /** Callbacks of promises that a failed module has settled would run in the next run. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Promise.resolve().then(() => { globalThis.console = 1 }); throw new Error('failed'); export default 1",
                "Promise.resolve().then(() => { globalThis.console = 1 }); export default 42",
                "globalThis.console = 1; await null; throw new Error('failed'); export default 1",
                "export default () => { Promise.resolve().then(() => { globalThis.console = 1 }); throw new Error('failed') }",
            })
    void failedRunLeavesNoCallback(String code) {
        assertThat(SCRIPTS.run(code, "{}")).startsWith("execution: ");
        assertThat(SCRIPTS.run("export default () => typeof console", "{}")).isEqualTo("[{\"value\":\"object\"}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Array.prototype.last = 1",
                "Array.prototype.map = () => 1",
                "Object.prototype.toString = () => ''",
                "globalThis.kept = 1",
                "delete Array.prototype.map",
                "Object.defineProperty(Map.prototype, 'get', {value: 1})",
                "Object.setPrototypeOf(Map.prototype, null)",
            })
    void changeOfABuiltInIsRefusedWithItsPlaceAndTheCure(String change) {
        assertThat(SCRIPTS.run("export default () => {\n%s; return 1 }".formatted(change), "{}"))
                .startsWith("execution: ")
                // The engine has no place for some assignments, but for their function.
                .containsPattern(" at main\\.js:[12]:\\d+: built-in objects are frozen; "
                        + "if this is one, engine: Fresh lets the script change its own$");
        assertThat(SCRIPTS.run("%s; export default () => 1".formatted(change), "{}"))
                .contains(" at main.js:1:")
                .endsWith("engine: Fresh lets the script change its own");
        assertThat(FRESH.run("%s; export default () => 1".formatted(change), "{}"))
                .isEqualTo("[{\"value\":1}]");
    }

    /** An error that the script makes itself, and one of its own frozen objects, are not called built-in. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            throw new Error('Cannot set the price') | execution: Cannot set the price
            throw 'Cannot set the price'            | execution: Cannot set the price
            null.x                                  | execution: Cannot read property 'x' of null
            """)
    void otherErrorsHaveNoCure(String body, String error) {
        assertThat(SCRIPTS.run("export default () => { %s }".formatted(body), "{}"))
                .isEqualTo(error);
    }

    /** The engine quotes all members of the object, which would be a page for some. */
    @Test
    void cureQuotesNoMembersOfTheObject() {
        assertThat(SCRIPTS.run("export default () => { Object.assign([1], {map: 1}) }", "{}"))
                .matches(
                        "execution: Cannot assign to read only property 'map' at main\\.js:1:\\d+: built-in objects .*");
    }

    /** Where an assignment in strict code would throw because a built-in object has a member with that name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "const o = {}; o.toString = () => 'mine'; return String(o) === 'mine'",
                "const counts = {}; for (const word of ['constructor', 'valueOf', 'constructor']) counts[word] = (Object.hasOwn(counts, word) ? counts[word] : 0) + 1; return counts.constructor === 2",
                "const e = new Error('a'); e.name = 'Mine'; e.message = 'b'; return String(e) === 'Mine: b'",
                "class Mine extends TypeError { constructor() { super('a'); this.name = 'Mine' } } return new Mine().name === 'Mine'",
                "function Base() {} function Sub() {} Sub.prototype = Object.create(Base.prototype); Sub.prototype.constructor = Sub; return new Sub().constructor === Sub",
                "class List extends Array { sum() { return this.reduce((a, b) => a + b, 0) } } return List.of(1, 2).map((a) => a * 2).sum() === 6",
                "const o = Object.assign({}, {toString: 1, hasOwnProperty: 2}); return o.toString === 1 && Object.keys(o).length === 2",
                "const a = [1]; a.toString = () => 'mine'; return `${a}` === 'mine'",
                "return [] .constructor === Array && ({}).constructor === Object && (() => 1).constructor === Function",
                "return Symbol.for('a') === Symbol.for('a') && Symbol.keyFor(Symbol.for('a')) === 'a' && Symbol.keyFor(Symbol.iterator) === undefined",
                "const key = {}; const map = new WeakMap([[key, 1]]); return map.get(key) === 1 && new WeakSet([key]).has(key)",
                "return Math.random() !== Math.random()",
            })
    void ordinaryCodeWorks(String body) {
        assertThat(SCRIPTS.run("export default () => { %s }".formatted(body), "{}"))
                .isEqualTo("[{\"value\":true}]");
    }
}
