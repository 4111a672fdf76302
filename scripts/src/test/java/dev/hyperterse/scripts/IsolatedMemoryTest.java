package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.javascript.isolated.Isolate;
import dev.hyperterse.javascript.isolated.IsolateArguments;
import dev.hyperterse.javascript.isolated.IsolateFailure;
import dev.hyperterse.javascript.isolated.IsolateHost;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.exchange.QueryRows;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Isolated runs hold their memory while they wait. */
@Timeout(120)
class IsolatedMemoryTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final int MOST = 64;
    private static final String HOLDS =
            "export default async (_, ctx) => { const held = new Uint8Array(%d); await ctx.query('waits'); return held.length }";

    private final RunningScripts scripts = new RunningScripts(
            ScriptIsolation.Isolated,
            new ScriptLimits(2, 512, 60_000, 60_000, 24 * MEBIBYTE, 32 * MEBIBYTE),
            NameService.SYSTEM,
            new LoggedScripts());
    private final BufferBudget budget = new BufferBudget(MEBIBYTE);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore waiting = new Semaphore(0);
    private final CountDownLatch go = new CountDownLatch(1);

    @AfterEach
    void close() {
        go.countDown();
        callers.close();
        scripts.close();
    }

    @Test
    void fullHeapEndsTheLargestWaitingRunAndNotTheNewest() throws Exception {
        var large = begin(scripts.link(HOLDS.formatted(12 * MEBIBYTE)));
        var small = scripts.link(HOLDS.formatted(1_000));
        var others = new ArrayList<Future<String>>();
        while (!large.isDone() && others.size() < MOST) {
            others.add(begin(small));
        }
        assertThat(large.get()).isEqualTo("execution: the scripts of this replica use too much memory");
        go.countDown();
        for (var other : others) {
            assertThat(other.get()).isEqualTo("[{\"value\":1000}]");
        }
        assertThat(others).as("the heap has room for them").hasSizeGreaterThan(5);
    }

    /** A place for the arguments that was not found would be the first bytes of the memory. */
    @Test
    void callWithoutMemoryForItsArgumentsFails() {
        var world = Isolate.start(4 * MEBIBYTE, new NoHost());
        world.turn(() -> {
            var fill = world.evaluate(
                    "fill.js",
                    "(() => { let all = []; try { for (;;) all = [all, new Uint8Array(10000)] } catch { return all } })");
            world.call(fill);
            var function = world.evaluate("function.js", "(...given) => given.length");
            var arguments = Collections.nCopies(MEBIBYTE, 1).toArray();
            assertThatThrownBy(() -> world.call(function, arguments))
                    .isInstanceOfSatisfying(IsolateFailure.class, failure -> assertThat(failure.kind())
                            .isEqualTo(IsolateFailure.Kind.MEMORY));
        });
    }

    @Test
    void worldInTheMemoryOfOneThatEndedBeginsFromItsImage() {
        var image = Isolate.start(4 * MEBIBYTE, new NoHost()).image();
        for (var world = 0; world < 3; world++) {
            var isolate = Isolate.restore(image, 8 * MEBIBYTE, new NoHost());
            isolate.turn(() -> {
                assertThat(isolate.text(isolate.evaluate("reads.js", "typeof globalThis.left")))
                        .isEqualTo("undefined");
                isolate.evaluate("writes.js", "globalThis.left = 'secret'.repeat(1000)");
            });
            isolate.close();

            assertThat(isolate.bytes()).as("held by the world that has ended").isZero();
            assertThatThrownBy(() -> isolate.turn(() -> {}))
                    .isInstanceOfSatisfying(IsolateFailure.class, failure -> assertThat(failure.kind())
                            .isEqualTo(IsolateFailure.Kind.STOPPED));
        }
    }

    private static final class NoHost implements IsolateHost {
        @Override
        public Object call(IsolateArguments arguments) {
            throw new UnsupportedOperationException();
        }
    }

    /** A run that waits for its statement when this returns, or has ended. */
    private Future<String> begin(LinkedScript script) throws InterruptedException {
        var run = callers.submit(() -> {
            try (var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG)) {
                return scripts.run(script, "{}", scope, Client.NONE, (_, _, own) -> {
                    waiting.release();
                    own.await(() -> {
                        go.await();
                        return true;
                    });
                    var memory = budget.reservation();
                    memory.take(2);
                    return new QueryRows("[]", memory);
                });
            } finally {
                waiting.release();
            }
        });
        waiting.acquire();
        return run;
    }
}
