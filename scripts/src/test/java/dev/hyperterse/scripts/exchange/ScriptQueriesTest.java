package dev.hyperterse.scripts.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.CallScope.End;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.RunningScripts;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How scripts await statements. */
@Timeout(60)
@ParameterizedClass
@EnumSource
class ScriptQueriesTest {
    /** A statement that never began would otherwise be waited for without end. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final int SUSPENDED = 256;
    private static final String ASKS = "export default (_, ctx) => ctx.query('orders')";

    private final RunningScripts scripts;
    private final BufferBudget budget = new BufferBudget(64 << 20);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    ScriptQueriesTest(ScriptIsolation engine) {
        scripts = new RunningScripts(engine, RunningScripts.many());
    }

    @AfterEach
    void close() {
        callers.close();
        scripts.close();
    }

    @Test
    void rowsAreAnArrayOfObjects() {
        assertThat(run(
                        "export default async ({inputs}, ctx) => (await ctx.query('orders', {id: inputs.id})).map(row => row.n + 1)",
                        (name, inputs, _) -> rows("[{\"n\":1},{\"n\":2},{\"%s\":0,\"n\":%s}]"
                                .formatted(name, inputs.orElseThrow().length()))))
                .isEqualTo("[{\"value\":2},{\"value\":3},{\"value\":9}]");
    }

    @Test
    void queryWithoutInputsHasNone() {
        assertThat(run(ASKS, (_, inputs, _) -> rows("[{\"given\":%s}]".formatted(inputs.isPresent()))))
                .isEqualTo("[{\"given\":false}]");
    }

    @Test
    void statementsOfOneCallRunConcurrently() {
        var both = new CountDownLatch(2);
        assertThat(run(
                        "export default (_, ctx) => Promise.all([ctx.query('a'), ctx.query('b')]).then(all => all.flat())",
                        (name, _, scope) -> {
                            both.countDown();
                            scope.await(() -> {
                                both.await();
                                return true;
                            });
                            return rows("[{\"name\":\"%s\"}]".formatted(name));
                        }))
                .isEqualTo("[{\"name\":\"a\"},{\"name\":\"b\"}]");
    }

    @Test
    void failureCanBeCaughtAndHasTheStackOfItsCaller() {
        assertThat(run("""
                        const orders = (ctx) => ctx.query('orders');
                        export default async (_, ctx) => {
                          try { await orders(ctx) } catch (e) { return {message: e.message, is: e instanceof Error, at: e.stack.includes('main.js:1:')} }
                        }
                        """, (_, _, _) -> {
                    throw new CallFailure(Stage.EXECUTION, "no such table");
                }))
                .isEqualTo("[{\"message\":\"no such table\",\"is\":true,\"at\":true}]");
    }

    @Test
    void uncaughtFailureIsThatOfTheTool() {
        assertThat(run(ASKS, (_, _, _) -> {
                    throw new CallFailure(Stage.EXECUTION, "no such table");
                }))
                .isEqualTo("execution: no such table");
    }

    @Test
    void internalErrorRevealsNothing() {
        assertThat(run(ASKS, (_, _, _) -> {
                    throw new IllegalStateException("secret");
                }))
                .isEqualTo("execution: internal error");
    }

    @Test
    void tooManyConcurrentQueriesAreRefused() {
        assertThat(run(
                        "export default (_, ctx) => Promise.all(Array.from({length: 100}, () => ctx.query('orders')))",
                        (_, _, scope) -> waits(scope)))
                .isEqualTo("execution: the script waits for too many answers to ctx.query");
    }

    @Test
    void manyRunsWaitWhileAnotherAnswers() throws Exception {
        var begun = new Semaphore(0);
        var go = new CountDownLatch(1);
        var asks = scripts.link(ASKS);
        var runs = IntStream.range(0, SUSPENDED)
                .mapToObj(_ -> callers.submit(() -> run(asks, (_, _, scope) -> {
                    begun.release();
                    scope.await(() -> {
                        go.await();
                        return true;
                    });
                    return rows("[{\"n\":1}]");
                })))
                .toList();
        begun.acquire(SUSPENDED);
        assertThat(run("export default () => 1", ScriptQueries.NONE)).isEqualTo("[{\"value\":1}]");
        go.countDown();
        for (var run : runs) {
            assertThat(run.get()).isEqualTo("[{\"n\":1}]");
        }
    }

    /** A script that is too slow to ask before its deadline gets a later one. */
    @Test
    void deadlineOfTheCallEndsTheStatement() {
        for (var millis = 1_000L; ; millis *= 2) {
            var asked = new AtomicBoolean();
            var ended = new CompletableFuture<Boolean>();
            var until = untilEnded(ended);
            try (var scope = CallScope.open(scripts.deadlines(), millis)) {
                assertThat(scripts.run(scripts.link(ASKS), "{}", scope, Client.NONE, (query, inputs, own) -> {
                            asked.set(true);
                            return until.run(query, inputs, own);
                        }))
                        .isEqualTo("timeout: the call took too long and was cancelled");
            }
            if (asked.get()) {
                assertThat(ended).succeedsWithin(LIMIT).isEqualTo(true);
                return;
            }
        }
    }

    @Test
    void endOfTheCallIsReportedEvenIfItsStatementFailsFirst() throws Exception {
        try (var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG)) {
            var asked = new CountDownLatch(1);
            var failed = new CountDownLatch(1);
            var reported = new CompletableFuture<String>();
            var caller = new Thread(() -> reported.complete(scripts.run(
                    scripts.link(ASKS),
                    "{}",
                    scope,
                    Client.NONE,
                    (_, _, own) -> own.await(() -> {
                        asked.countDown();
                        failed.await();
                        throw CallScope.failure(End.DEADLINE);
                    }))));
            // Called before the listener of the run: the script fails before the run is notified of the end.
            scope.listen(_ -> {
                failed.countDown();
                while (caller.getState() != Thread.State.BLOCKED) {
                    LockSupport.parkNanos(1_000_000);
                }
            });
            caller.start();
            asked.await();
            scope.end(End.CLIENT);
            assertThat(reported.get()).isEqualTo("cancelled: the call was cancelled");
        }
    }

    @Test
    void disconnectedClientEndsTheStatement() throws Exception {
        var ended = new CompletableFuture<Boolean>();
        try (var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG)) {
            var asks = scripts.link("export default (_, ctx) => { ctx.progress(1); return ctx.query('orders') }");
            var run = callers.submit(() -> scripts.run(asks, "{}", scope, Client.NONE, (_, _, own) -> {
                scope.end(End.CLIENT);
                return untilEnded(ended).run("", Optional.empty(), own);
            }));
            assertThat(run.get()).isEqualTo("cancelled: the call was cancelled");
        }
        assertThat(ended).succeedsWithin(LIMIT).isEqualTo(true);
    }

    @Test
    void unawaitedStatementEndsWithTheRun() {
        var ended = new CompletableFuture<Boolean>();
        assertThat(run("export default (_, ctx) => { ctx.query('orders'); return 1 }", untilEnded(ended)))
                .isEqualTo("[{\"value\":1}]");
        assertThat(ended).succeedsWithin(LIMIT).isEqualTo(true);
    }

    @Test
    void allMemoryIsReleased() {
        var large = "[{\"text\":\"%s\"}]".formatted("x".repeat(1 << 20));
        for (var call = 0; call < 3; call++) {
            assertThat(run(
                            "export default async (_, ctx) => { await ctx.query('a'); ctx.query('b'); throw new Error('stop') }",
                            (_, _, _) -> rows(large)))
                    .isEqualTo("execution: stop");
        }
        while (budget.used() > 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private ScriptQueries untilEnded(CompletableFuture<Boolean> ended) {
        return (_, _, scope) -> {
            try {
                return waits(scope);
            } finally {
                ended.complete(scope.ended().isPresent());
            }
        };
    }

    private static QueryRows waits(CallScope scope) {
        return scope.await(() -> {
            new CountDownLatch(1).await();
            throw new AssertionError("nothing opens it");
        });
    }

    private String run(String code, ScriptQueries queries) {
        return run(scripts.link(code), queries);
    }

    private String run(LinkedScript script, ScriptQueries queries) {
        try (var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG)) {
            return scripts.run(script, "{\"id\":7}", scope, Client.NONE, queries);
        }
    }

    private QueryRows rows(String json) {
        var memory = budget.reservation();
        memory.take(4L * json.length());
        return new QueryRows(json, memory);
    }
}
