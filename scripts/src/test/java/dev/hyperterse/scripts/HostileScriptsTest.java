package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Greedy scripts: each ends at a limit that its error names, and the next run is unaffected. */
@Order(1)
@ParameterizedClass
@EnumSource
class HostileScriptsTest {
    private static final Map<ScriptIsolation, RunningScripts> BY_ENGINE = new EnumMap<>(ScriptIsolation.class);

    private final ScriptIsolation engine;
    private final RunningScripts scripts;

    HostileScriptsTest(ScriptIsolation engine) {
        this.engine = engine;
        this.scripts = BY_ENGINE.computeIfAbsent(engine, RunningScripts::new);
    }

    @AfterAll
    static void close() {
        BY_ENGINE.values().forEach(RunningScripts::close);
    }

    static Stream<String> loops() {
        return Stream.of(
                "export default () => { for (;;); }",
                "for (;;); export default () => 1",
                "export default async () => { for (;;) await null }",
                "export default () => [3, 2, 1].sort(() => { for (;;); })",
                "export default () => ({toJSON() { for (;;); }})",
                "export default () => new Proxy({}, {ownKeys() { for (;;); }})",
                "export default () => ({get content() { for (;;); }})",
                "export default () => { setTimeout(function again() { for (;;); }, 0); return new Promise(() => {}) }",
                "export default () => { Promise.resolve().then(function again() { return Promise.resolve().then(again) }); return 1 }");
    }

    @ParameterizedTest
    @MethodSource("loops")
    void endlessLoopIsEnded(String code) {
        scripts.limit(RunningScripts.brief());
        // Some of them allocate while they loop, and either limit may come first.
        assertThat(scripts.run(code, "{}"))
                .isIn(endedByItsTime(RunningScripts.brief()), "execution: the script allocated more than 32 MiB");
        scripts.limit(RunningScripts.small(engine));
        assertStillServes();
    }

    static Stream<String> bombs() {
        return Stream.of(
                "export default () => { const a = []; for (;;) a.push(new Array(1000).fill(1)) }",
                "export default () => { const a = []; for (let i = 0;; i++) a.push('x'.repeat(1000) + i) }",
                "export default () => { const a = []; for (;;) a.push(new Float64Array(10000)) }",
                "export default () => { const m = new Map(); for (let i = 0;; i++) m.set(i, {i}) }",
                "export default () => { let f = () => 1; for (;;) { const g = f; f = () => g } }",
                "export default () => { const a = []; return (function more() { a.push(...new Array(1000).fill({})); return Promise.resolve().then(more) })() }");
    }

    @ParameterizedTest
    @MethodSource("bombs")
    void allocationBombIsEnded(String code) {
        assertThat(scripts.run(code, "{}"))
                .isIn(
                        "execution: the script allocated more than 32 MiB",
                        "execution: the scripts of this replica use too much memory",
                        // Where its memory is its own: it may not grow, or the slower engine does not come that far.
                        isolated("execution: out of memory"),
                        isolated(endedByItsTime(RunningScripts.small(engine))));
        assertStillServes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "() => 'x'.repeat(2 ** 29)",
                "() => { let s = 'xxxxxxxx'; for (;;) s = s + s }",
                "() => new Uint8Array(2 ** 31)",
                "() => new ArrayBuffer(2 ** 33)",
                "() => (function deeper() { return deeper() + 1 })()",
                "() => { const a = {}; a.a = a; return a }",
                "() => eval('1')",
                "() => new Function('return 1')()",
                "() => (() => {}).constructor('return 1')()",
                "() => (async () => {}).constructor('return 1')()",
                "() => (function* () {}).constructor('return 1')()",
                "() => import('data:text/javascript,export default 1')",
                "() => import('/etc/passwd')",
                "() => import('file:///etc/passwd')",
                "() => Java.type('java.lang.System')",
                "() => Polyglot.eval('js', '1')",
                "() => load('/etc/passwd')",
                "() => { for (let i = 0;; i++) setTimeout(() => 1, 1000) }",
            })
    void forbiddenOperationFailsAtOnce(String function) {
        assertThat(scripts.run("export default " + function, "{}"))
                .startsWith("execution: ")
                .doesNotContain("java.", "\tat ");
        assertStillServes();
    }

    @Test
    void scriptReachesNoObjectOfTheHost() {
        assertThat(scripts.run("""
                export default (payload, ctx) => {
                  const seen = new Set();
                  const found = [];
                  const look = (value, path) => {
                    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
                    seen.add(value);
                    for (const name of ['getClass', 'hashCode', 'notifyAll']) {
                      if (path !== '.ctx' && typeof value[name] === 'function') found.push(path + '.' + name);
                    }
                    for (const key of Reflect.ownKeys(value)) {
                      try { look(value[key], path + '.' + String(key)) } catch {}
                    }
                  };
                  look(globalThis, '');
                  look(ctx, '.ctx');
                  return found;
                }
                """, "{}")).isEqualTo("[]");
    }

    @Test
    void runEndsAtItsDeadline() {
        var script = scripts.link("export default (_, ctx) => ctx.sleep(60000)");
        try (var scope = CallScope.open(scripts.deadlines(), 50)) {
            assertThat(scripts.run(script, "{}", scope, Client.NONE))
                    .isEqualTo("timeout: the call took too long and was cancelled");
        }
        assertStillServes();
    }

    @Test
    void computingRunEndsAtItsDeadline() {
        var script = scripts.link("export default () => { for (;;); }");
        try (var scope = CallScope.open(scripts.deadlines(), 50)) {
            assertThat(scripts.run(script, "{}", scope, Client.NONE))
                    .isEqualTo("timeout: the call took too long and was cancelled");
        }
        assertStillServes();
    }

    @Test
    void waitingRunsHoldNoThreads() {
        var sleeps = scripts.link("export default async (_, ctx) => { await ctx.sleep(300); return 1 }");
        assertThat(scripts.runAll(Collections.nCopies(40, sleeps), "{}")).containsOnly("[{\"value\":1}]");
    }

    private static String endedByItsTime(ScriptLimits limits) {
        return "execution: the script ran for more than %d ms (scripts.cpuTime)".formatted(limits.runningMillis());
    }

    private String isolated(String end) {
        return engine == ScriptIsolation.Isolated ? end : "not this";
    }

    private void assertStillServes() {
        assertThat(scripts.run("export default () => 1", "{}")).isEqualTo("[{\"value\":1}]");
    }
}
