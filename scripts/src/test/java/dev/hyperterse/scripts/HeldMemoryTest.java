package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run holds no memory after its end. */
@Isolated("looks at the heap of this process")
@ParameterizedClass
@EnumSource
class HeldMemoryTest {
    /** All have one hardened context, which stays while the heap has room. */
    private static final int RUNS = 40;

    /**
     * The runs allocate 160 MiB. Some of this is not held by runs: each thread of scripts keeps the context that it was in
     * last, and realms for the runs to come are made meanwhile.
     */
    private static final long MOST = 45L << 20;

    private static final int MOST_LOOKS = 50;

    private final RunningScripts scripts;

    HeldMemoryTest(ScriptIsolation engine) {
        scripts = new RunningScripts(engine, RunningScripts.many());
    }

    @AfterEach
    void close() {
        scripts.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "const map = new WeakMap(); try { map.set(Symbol.iterator, [map, new Uint8Array(4 << 20)]) } catch {}",
                "const map = new WeakMap(); try { new WeakMap([[Symbol.match, [map, new Uint8Array(4 << 20)]]]) } catch {}",
                "const map = new WeakMap(); try { map.set(Array.prototype, [map, new Uint8Array(4 << 20)]) } catch {}",
                "class Base { constructor(o) { return o } } class Stamp extends Base { #held = new Uint8Array(4 << 20) } new Stamp(Array.prototype)",
                "globalThis.console = new Uint8Array(4 << 20)",
                "const map = new WeakMap(); map.set(((strings) => strings)`a`, [map, new Uint8Array(4 << 20)])",
                "for (let n = 0; n < 400; n++) Symbol.for('x'.repeat(10000) + n + Math.random())",
                "const big = new Uint8Array(4 << 20); new Promise(() => {}).then(() => big); setTimeout(() => big, 1e6)",
            })
    void endedRunsHoldNothing(String body) throws InterruptedException {
        var script = scripts.link("export default () => { %s }".formatted(body));
        scripts.run(script, "{}");
        var before = heldBytes();
        for (var run = 0; run < RUNS; run++) {
            assertThat(scripts.run(script, "{}")).isEqualTo("[]");
        }
        // The thread of a run, with what it held, may end after the answer.
        for (var look = 0; look < MOST_LOOKS && heldBytes() - before >= MOST; look++) {
            Thread.sleep(100);
        }
        assertThat(heldBytes() - before).isLessThan(MOST);
    }

    @Test
    void symbolsOfNamesAreTheSameWithinARun() {
        assertThat(scripts.run("""
                export default () => [
                  Symbol.for('a') === Symbol.for('a'), Symbol.for('a') !== Symbol.for('b'), Symbol.for('a').description === 'a',
                  Symbol.keyFor(Symbol.for('a')) === 'a', Symbol.keyFor(Symbol('a')) === undefined,
                  ((key) => new WeakMap([[key, 1]]).get(key) === 1 && new WeakSet([key]).has(key))({}),
                ].every((holds) => holds)
                """, "{}")).isEqualTo("[{\"value\":true}]");
    }

    private static long heldBytes() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
