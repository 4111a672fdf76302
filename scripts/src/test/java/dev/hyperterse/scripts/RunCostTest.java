package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import dev.hyperterse.scripts.realm.ScriptGlobals;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run creates only the globals that its script can use, so a small script costs little more than its context. */
class RunCostTest {
    private static final RunningScripts SCRIPTS = new RunningScripts(RunningScripts.small());
    private static final ProxyExecutable HOST = _ -> true;
    private static final long MOST_OF_A_PRELUDE = 12 * 1024;
    private static final int FIRST = 50;
    private static final int MEASURED = 20;

    @AfterAll
    static void close() {
        SCRIPTS.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            export default ({ inputs }) => inputs.prices.map((price) => price * 1.19) | ''
            export default (_, ctx) => ctx.query('orders') | ''
            export default () => new URL('http://a/b').host | URL
            export default () => fetch('http://a/') | fetch
            export default () => new URLSearchParams('a=1') | URL URLSearchParams
            export default () => { setTimeout(() => console.log(1), 1) } | console setTimeout
            """)
    void scriptHasTheGlobalsThatItNames(String code, String globals) {
        assertThat(ScriptGlobals.namedIn(List.of("export const a = 1", code)))
                .extracting(ScriptGlobals.Global::name)
                .containsExactlyInAnyOrder(globals.isEmpty() ? new String[0] : globals.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "export default () => typeof globalThis['UR' + 'L']",
                "export default () => typeof \\u0055RL",
                "export default () => Reflect.get(globalThis, ['U', 'RL'].join('')).name && 'function'",
            })
    void scriptWithComputedNamesHasAllGlobals(String code) {
        assertThat(SCRIPTS.run(code, "{}")).isEqualTo("[{\"value\":\"function\"}]");
    }

    /** Globals are found in the text of a script, so no expression may reach the global object otherwise. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "this",
                "(function () { return this })()",
                "(0, [].concat)",
                "[1].map(function () { return this })[0]",
                "Array.from([1], function () { return this })[0]",
                "'a'.replace('a', function () { return typeof this })",
                "Reflect.apply(function () { return this }, undefined, [])",
                "(class { static own = (function () { return this })() }).own",
            })
    void globalObjectIsReachableOnlyByName(String expression) {
        assertThat(SCRIPTS.run("""
                        export default () => {
                          const found = %s;
                          return (typeof found === 'object' || typeof found === 'function') && found !== null && 'parseInt' in found;
                        }
                        """.formatted(expression), "{}")).isEqualTo("[{\"value\":false}]");
    }

    @Test
    void fetchKeepsItsOwnUrl() {
        assertThat(SCRIPTS.run("""
                globalThis.URL = class { get origin() { return 'http://elsewhere' } };
                export default () => fetch('http://127.0.0.1:1/a').catch((error) => error.message)
                """, "{}")).contains("http://127.0.0.1:1 is not among");
    }

    @Test
    void unnamedGlobalsAreNotCreated() {
        try (var sandbox = new Sandbox()) {
            var globals = new ScriptGlobals();
            for (var run = 0; run < FIRST; run++) {
                preludeBytes(sandbox, globals);
            }
            // A garbage collection takes the shapes of objects along, which the next evaluation makes again.
            var least = LongStream.generate(() -> preludeBytes(sandbox, globals))
                    .limit(MEASURED)
                    .min();
            // With all of them it was 18 KiB.
            assertThat(least.orElseThrow()).isLessThan(MOST_OF_A_PRELUDE);
        }
    }

    private static long preludeBytes(Sandbox sandbox, ScriptGlobals globals) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Context context = sandbox.open(ScriptFiles.of(Map.of()))) {
            context.initialize("js");
            var prelude = context.eval(globals.prelude());
            var before = threads.getCurrentThreadAllocatedBytes();
            prelude.execute(true, HOST);
            return threads.getCurrentThreadAllocatedBytes() - before;
        }
    }
}
