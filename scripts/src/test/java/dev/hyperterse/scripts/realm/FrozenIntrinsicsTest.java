package dev.hyperterse.scripts.realm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.Test;

/** No object that outlives a run in a hardened context can be changed by it. */
class FrozenIntrinsicsTest {
    /**
     * Looks at every object that code can reach, by properties, prototypes, and what every function returns or throws, also
     * of versions of the engine that have more. It marks each in every way, after it has looked for the mark of a run before.
     */
    private static final String MARKS_ALL = """
            const found = new Set();
            const marked = [];
            const ways = new WeakSet();
            const look = (start, from = '') => {
              const waiting = [[start, from]];
              while (waiting.length > 0) {
                const [value, path] = waiting.pop();
                if ((typeof value !== 'object' && typeof value !== 'function') || value === null || found.has(value)) continue;
                found.add(value);
                let isMarked = false;
                try { isMarked = Reflect.ownKeys(value).some((key) => String(key).includes('mark of a run')); } catch {}
                try { isMarked ||= Object.getPrototypeOf(value)?.['mark of a run'] !== undefined; } catch {}
                if (isMarked) marked.push(path);
                try { waiting.push([Object.getPrototypeOf(value), `${path}.[[Prototype]]`]); } catch {}
                let keys = [];
                try { keys = Reflect.ownKeys(value); } catch {}
                for (const key of keys) {
                  const { value: held, get, set } = Object.getOwnPropertyDescriptor(value, key);
                  waiting.push([held, `${path}.${String(key)}`], [get, `${path}.get ${String(key)}`], [set, `${path}.set ${String(key)}`]);
                }
              }
            };
            // In a realm that can be changed, methods called with these would break the search.
            const frozen = Object.isFrozen(Array.prototype)
              ? [Array.prototype, Map, RegExp.prototype, globalThis]
              : [];
            const given = () => [[], [1], ['a', 'a'], [[[1, 2]], () => 1], [{}, 'a', {}], [{ next() { return { done: true } } }], [/a/g],
              ...frozen.slice(0, 2).map((value) => [value, 'a'])];
            // No call changes them, and to make them anew for each would take most of the time.
            const formats = [new Intl.Segmenter().segment('a'), new Intl.NumberFormat(), new Intl.DateTimeFormat(), new Intl.Collator()];
            const receivers = () => [
              undefined, {}, [1, 2], 'a', 1, 1n, true, Symbol('a'), /a/g, new Date(0), new Map([[1, 2]]), new Set([1]), new WeakMap(), new WeakSet(),
              new Uint8Array(2), new ArrayBuffer(8), new DataView(new ArrayBuffer(8)), Promise.resolve(1), () => 1, new Error('a'),
              (function* () { yield 1 })(), [1].values(), [1].values().map((a) => a),
              'a'.matchAll(/a/g), ...formats, ...frozen,
            ];
            // They wait, or change what is only this run's.
            const skipped = new Set([Atomics.wait, Object.freeze, Object.seal, Object.preventExtensions, Reflect.preventExtensions]);
            const methodsOf = (object) => {
              const methods = new Set();
              for (let at = object; at !== null; at = Object.getPrototypeOf(at)) {
                for (const key of Reflect.ownKeys(at)) {
                  const { value, get, set } = Object.getOwnPropertyDescriptor(at, key);
                  [value, get, set].filter((method) => typeof method === 'function' && !skipped.has(method)).forEach((method) => methods.add(method));
                }
              }
              return methods;
            };
            // The first of whatever can be made is a receiver of all its methods.
            const used = new Set();
            const use = (made) => {
              look(made);
              const kind = Object.getPrototypeOf(made);
              if (used.has(kind)) return;
              used.add(kind);
              for (const method of methodsOf(made)) {
                for (const values of [[], ['a'], [() => 1]]) {
                  try { look(Reflect.apply(method, made, values), `${method.name}.made()`); } catch {}
                }
              }
            };
            const callAll = () => {
              for (const called of [...found].filter((value) => typeof value === 'function' && !skipped.has(value))) {
                for (const values of given()) {
                  try { use(new called(...values)); } catch {}
                  try { look(called(...values), `${called.name}()`); } catch {}
                }
                for (const receiver of receivers()) {
                  for (const values of [[], ['a'], [() => 1]]) {
                    try { look(Reflect.apply(called, receiver, values), `${called.name}.call()`); } catch {}
                  }
                }
              }
            };
            const mark = (value) => {
              try { value['mark of a run'] = 1; } catch {}
              try { Object.defineProperty(value, 'defined mark of a run', { value: 1 }); } catch {}
              try { value[Symbol('mark of a run')] = 1; } catch {}
              try { Reflect.set(value, 'set mark of a run', 1); } catch {}
              try { Object.setPrototypeOf(value, { 'mark of a run': 1, __proto__: Object.getPrototypeOf(value) }); } catch {}
            };
            export default (calls, ctx) => {
              look(globalThis);
              look(ctx, 'ctx');
              for (const receiver of receivers()) look(receiver);
              look(import.meta);
              look((async function* () { yield 1 })());
              look(async () => {});
              look((function () { return arguments; })());
              look(((strings) => strings)`a${1}b`);
              try { null.x } catch (thrown) { look(thrown) }
              if (calls) callAll();
              const result = marked.slice();
              found.forEach(mark);
              return `${found.size > 1500}: ${result}`;
            };
            """;

    @Test
    void noReachableObjectKeepsAMark() {
        try (var sandbox = new Sandbox();
                var context = sandbox.open(ScriptFiles.of(Map.of()))) {
            context.enter();
            var globals = new ScriptGlobals();
            var prelude = Prelude.in(context, globals);
            var end = globals.harden(context, prelude);
            for (var run = 0; run < 2; run++) {
                prelude.serve().executeVoid(host());
                assertThat(markAll(context, true, prelude)).isEqualTo("true: ");
                end.executeVoid();
            }
            context.leave();
        }
    }

    /** The same search finds marks where objects can be changed; these need no call, which take most of its time. */
    @Test
    void objectsOfAFreshContextKeepTheirMarks() {
        try (var sandbox = new Sandbox();
                var context = sandbox.open(ScriptFiles.of(Map.of()))) {
            var prelude = Prelude.in(context, new ScriptGlobals());
            prelude.serve().executeVoid(host());
            assertThat(markAll(context, false, prelude)).endsWith(": ");
            assertThat(markAll(context, false, prelude)).contains(".JSON,", ".Map,", "[[Prototype]],", "ctx.query");
        }
    }

    /** The engine stores an entry in its key: each way to make one has to be closed for built-in keys. */
    @Test
    void weakCollectionsHaveNoOtherWayToStore() {
        try (var sandbox = new Sandbox();
                var context = sandbox.open(ScriptFiles.of(Map.of()))) {
            assertThat(context.eval("js", """
                    [WeakMap, WeakSet].flatMap(({ prototype }) => Reflect.ownKeys(prototype))
                      .filter((key) => typeof key === 'string').sort().join(' ')""").asString())
                    .isEqualTo("add constructor constructor delete delete get has has set");
        }
    }

    /** Answers everything with an object that has no members. */
    private static ProxyExecutable host() {
        return given -> given[0].asString().equals("part")
                ? Context.getCurrent().eval("js", ScriptGlobals.text(given[1].asString() + ".js"))
                : "{}";
    }

    /** @param calls whether to look also at what functions return and throw */
    private static String markAll(Context context, boolean calls, Prelude prelude) {
        return context.eval(Sandbox.module("main.js", MARKS_ALL))
                .getMember("default")
                .execute(calls, prelude.all().getMember("context"))
                .asString();
    }
}
