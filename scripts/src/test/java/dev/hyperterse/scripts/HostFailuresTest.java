package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.exchange.QueryRows;
import dev.hyperterse.scripts.exchange.ScriptQueries;
import dev.hyperterse.telemetry.logging.CapturedLog;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of the host reach a script as errors of JavaScript. */
@Isolated("looks at all that this process logs")
@Timeout(120)
@ParameterizedClass
@EnumSource
class HostFailuresTest {
    private static final Map<ScriptIsolation, RunningScripts> BY_ENGINE = new EnumMap<>(ScriptIsolation.class);

    private static final ScriptQueries REFUSES = (_, _, _) -> {
        throw new CallFailure(Stage.EXECUTION, "no such table");
    };

    /** Replaces what the prelude could use, then calls the host. */
    private static final String CATCHES = """
            export default async (payload, ctx) => {
              try {
                %s
              } catch (e) {
                return {isError: e instanceof Error, name: String(e.name), text: String(e.message) + String(e) + String(e.stack)};
              }
              return {isError: true, name: 'none', text: ''};
            }
            """;

    private final RunningScripts scripts;

    HostFailuresTest(ScriptIsolation engine) {
        scripts = BY_ENGINE.computeIfAbsent(engine, it -> new RunningScripts(it, RunningScripts.many()));
    }

    @AfterAll
    static void close() {
        BY_ENGINE.values().forEach(RunningScripts::close);
        BY_ENGINE.clear();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            iterator of a query      | Array.prototype[Symbol.iterator] = function* () { yield {}; yield {}; yield {}; }; await ctx.query('orders', {})
            empty iterator           | Array.prototype[Symbol.iterator] = function* () {}; await ctx.query('orders')
            iterator of progress     | Array.prototype.shift = () => ({}); Array.prototype[Symbol.iterator] = function* () { yield {} }; ctx.progress(1, 2, 'x')
            iterator of a fetch      | Array.prototype[Symbol.iterator] = function* () { yield 1; yield 2; }; await fetch('http://localhost/')
            iterator of a call       | Array.prototype[Symbol.iterator] = function* () { yield {}; }; await ctx.call('other', {})
            rounding                 | Math.floor = () => ({}); await ctx.sleep(1)
            not a number             | Math.min = () => NaN; await ctx.sleep(1)
            larger than an integer   | Math.min = () => 2 ** 70; ctx.sleep(1)
            map                      | Map.prototype.set = () => 1; Map.prototype.get = () => ({}); Map.prototype.has = () => true; await ctx.elicit('k', {})
            joined text              | Array.prototype.join = () => ({}); console.log('a', 'b')
            sorted keys              | Array.prototype.map = () => ({join: () => 7}); console.log('a', 'b')
            module of Node           | await import('node:fs')
            module without a path    | await import('fs:')
            module with a NUL        | await import('a\\u0000b')
            module of another scheme | await import('http://localhost/x.js')
            module on a host         | await import('file://localhost/etc/passwd')
            encoded module           | await import('%')
            malformed module         | await import('file:%%%')
            empty module             | await import('')
            long module              | await import('x/'.repeat(1000))
            surrogate in a host name | new URL('http://\\ud800.example/')
            long host name           | new URL('http://' + 'a'.repeat(100000) + '.example/')
            malformed address        | new URL('http://[::1%eth0]/')
            """)
    void failureOfTheHostIsAnErrorOfJavaScript(String name, String code) {
        var caught = run(CATCHES.formatted(code), REFUSES);
        assertThat(caught)
                .as(name)
                .startsWith("[{\"isError\":true,\"name\":\"")
                .doesNotContain("java.", "dev.hyperterse", "org.graalvm", "Exception")
                .containsPattern("\"name\":\"(none|Error|TypeError|RangeError|SyntaxError|ReferenceError)\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ctx.query('orders')",
                "fetch('http://localhost/')",
                "ctx.call('other')",
                "ctx.elicit('k', {})",
                "ctx.sample('k', {})",
                "ctx.roots('k')"
            })
    void failureHasTheStackOfItsAsker(String asked) {
        assertThat(run("""
                        const asks = (ctx) =>
                            %s;
                        export default async (_, ctx) => {
                          try {
                            await asks(ctx);
                          } catch (e) {
                            const lines = e.stack.split('\\n').map(line => /main\\.js:([0-9]+):[0-9]+/.exec(line)?.[1]);
                            return {error: e.stack.startsWith(`${e.name}: ${e.message}\\n`), lines: lines.filter(Boolean).join()};
                          }
                        }
                        """.formatted(asked), REFUSES)).isEqualTo("[{\"error\":true,\"lines\":\"2,5\"}]");
    }

    @Test
    void replacedIteratorDoesNotReachAQuery() {
        assertThat(run(
                        "export default async (_, ctx) => { try { Array.prototype[Symbol.iterator] = function* () {} } catch {} return ctx.query('orders') }",
                        (name, _, _) -> {
                            throw new CallFailure(Stage.EXECUTION, "asked " + name);
                        }))
                .isEqualTo("execution: asked orders");
    }

    /** The author's failure, and nothing of the engine's. */
    @Test
    void failingRunsLogNoInternalError() {
        var fails = scripts.link(
                "export default async (_, ctx) => { try { await ctx.query('orders') } finally { for (let i = 0; i < 2e3; i++) Math.sqrt(i) } }");
        var log = CapturedLog.during(() -> {
            for (var round = 0; round < 4; round++) {
                assertThat(scripts.runAll(Collections.nCopies(8, fails), "{}"))
                        .containsOnly("execution: the script has no query 'orders'");
            }
        });
        assertThat(log).contains("script_failed").doesNotContain("background_turn_failed", "script_engine_broke");
    }

    /** The engine is stopped at any place, also between two calls of the host. */
    @Test
    void endedRunsLogNoInternalError() {
        var loops = scripts.link("export default async (_, ctx) => { for (;;) await ctx.query('orders') }");
        var log = CapturedLog.during(() -> {
            for (var round = 0; round < 30; round++) {
                try (var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG)) {
                    var asked = new AtomicInteger();
                    var last = round % 10;
                    assertThat(scripts.run(loops, "{}", scope, Client.NONE, (_, _, _) -> {
                                if (asked.getAndIncrement() == last) {
                                    Thread.startVirtualThread(() -> scope.end(CallScope.End.CLIENT));
                                }
                                return new QueryRows("[]", scripts.budget().reservation());
                            }))
                            .isEqualTo("cancelled: the call was cancelled");
                }
            }
        });
        assertThat(log).doesNotContain("background_turn_failed", "script_engine_broke");
    }

    private String run(String code, ScriptQueries queries) {
        try (var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG)) {
            return scripts.run(scripts.link(code), "{}", scope, Client.NONE, queries);
        }
    }
}
