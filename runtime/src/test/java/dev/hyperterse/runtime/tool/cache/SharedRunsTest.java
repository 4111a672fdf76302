package dev.hyperterse.runtime.tool.cache;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.CallScope.End;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Concurrent calls for the same result: one runs the statement, whatever happens to the others. */
@Timeout(60)
class SharedRunsTest {
    private static final List<Input> ID = List.of(input("id", InputType.INT, true));

    private final CachedCalls calls = new CachedCalls(64 << 20, 8 << 20);
    private final LinkedTool tool = calls.tool(ID, TestCalls.statement(Dialect.SQLITE, "SELECT <id>", ID));
    private final LinkedBlockingQueue<Run> runs = new LinkedBlockingQueue<>();
    private final List<Asked> asked = new ArrayList<>();

    @AfterEach
    void close() {
        asked.forEach(call -> call.scope.close());
        calls.close();
    }

    /** A run that waits for the test to end it, or for its scope. */
    private record Run(CompletableFuture<Integer> rows) {}

    /** A call on a thread of its own. */
    private final class Asked {
        private final CallScope scope = calls.scope();
        private final CompletableFuture<String> answer = new CompletableFuture<>();

        Asked() {
            asked.add(this);
            Thread.ofVirtual().start(() -> answer.complete(calls.call(tool, "{\"id\":1}", Principal.ANONYMOUS, scope)));
        }

        /** Returns once the given number of calls wait for the run of another. */
        Asked waits(int together) throws InterruptedException {
            while (calls.cache.waiting() != together) {
                Thread.sleep(1);
            }
            return this;
        }
    }

    private int run(CallScope scope, ResultBuffer out) {
        var run = new Run(new CompletableFuture<>());
        runs.add(run);
        CallScope.Listener early = end -> run.rows.completeExceptionally(CallScope.failure(end));
        scope.listen(early);
        try {
            out.json('[');
            out.ascii(Integer.toString(run.rows.join())).json(']');
            return 1;
        } catch (CompletionException failed) {
            throw (RuntimeException) failed.getCause();
        } finally {
            scope.forget(early);
        }
    }

    private void blocking() {
        calls.engine = (operation, scope, out) -> run(scope, out);
    }

    @Test
    void concurrentCallsShareOneRun() throws Exception {
        blocking();
        var first = new Asked();
        var run = runs.take();
        var others = List.of(new Asked().waits(1), new Asked().waits(2), new Asked().waits(3));
        run.rows.complete(7);
        assertThat(first.answer.get()).isEqualTo("[7]");
        for (var other : others) {
            assertThat(other.answer.get()).isEqualTo("cached 0/10 [7]");
        }
        assertThat(calls.runs).hasValue(1);
        assertThat(calls.calls("shared")).isEqualTo(3);
        assertThat(calls.cache.running()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void waitingCallTakesOverWhenTheRunningCallEnds(End why) throws Exception {
        blocking();
        var first = new Asked();
        runs.take();
        var others = List.of(new Asked().waits(1), new Asked().waits(2));
        first.scope.end(why);
        assertThat(first.answer.get()).startsWith(CallScope.failure(why).stage().spelling());
        runs.take().rows.complete(8);
        var answers = List.of(others.get(0).answer.get(), others.get(1).answer.get());
        assertThat(answers).containsExactlyInAnyOrder("[8]", "cached 0/10 [8]");
        assertThat(calls.runs).hasValue(2);
        assertThat(calls.cache.running()).isZero();
    }

    @Test
    void waitingCallEndsAtItsOwnDeadline() throws Exception {
        blocking();
        var first = new Asked();
        var run = runs.take();
        var hasty = new Asked().waits(1);
        var patient = new Asked().waits(2);
        hasty.scope.end(End.DEADLINE);
        assertThat(hasty.answer.get()).isEqualTo("timeout: the call took too long and was cancelled");
        run.rows.complete(9);
        assertThat(first.answer.get()).isEqualTo("[9]");
        assertThat(patient.answer.get()).isEqualTo("cached 0/10 [9]");
        assertThat(calls.runs).hasValue(1);
    }

    @Test
    void nextCallRunsTheStatementAfterAllHaveLeft() throws Exception {
        blocking();
        var first = new Asked();
        runs.take();
        var second = new Asked().waits(1);
        second.scope.end(End.CLIENT);
        second.answer.get();
        first.scope.end(End.CLIENT);
        first.answer.get();
        assertThat(calls.cache.running()).isZero();
        var third = new Asked();
        runs.take().rows.complete(3);
        assertThat(third.answer.get()).isEqualTo("[3]");
    }

    @Test
    void waitingCallsGetTheFailureOfTheStatement() throws Exception {
        blocking();
        var first = new Asked();
        var run = runs.take();
        var other = new Asked().waits(1);
        run.rows.completeExceptionally(new CallFailure(Stage.EXECUTION, "no such table: orders"));
        assertThat(first.answer.get()).isEqualTo("execution: no such table: orders");
        assertThat(other.answer.get()).isEqualTo("execution: no such table: orders");
        assertThat(calls.runs).hasValue(1);
        var next = new Asked();
        runs.take().rows.complete(4);
        assertThat(next.answer.get()).isEqualTo("[4]");
    }

    @Test
    void internalErrorOfOneRunFailsNoOtherCall() throws Exception {
        blocking();
        var first = new Asked();
        var run = runs.take();
        var other = new Asked().waits(1);
        run.rows.completeExceptionally(new IllegalStateException("a bug"));
        assertThat(first.answer.get()).isEqualTo("internal: internal error");
        runs.take().rows.complete(5);
        assertThat(other.answer.get()).isEqualTo("[5]");
    }

    @Test
    void uncacheableStatementRunsConcurrentlyForEachCall() throws Exception {
        calls.cache.resize(100);
        blocking();
        var first = new Asked();
        var run = runs.take();
        var others = List.of(new Asked().waits(1), new Asked().waits(2));
        run.rows.complete(1);
        assertThat(first.answer.get()).isEqualTo("[1]");
        // Both run before either has ended.
        var second = runs.take();
        runs.take().rows.complete(2);
        second.rows.complete(2);
        for (var other : others) {
            assertThat(other.answer.get()).isEqualTo("[2]");
        }
        assertThat(calls.cache.bytes()).isZero();
    }

    @Test
    void manyConcurrentCallsGetTheirOwnResults() throws Exception {
        calls.engine = (operation, scope, out) -> {
            Thread.yield();
            scope.check();
            out.json('[').ascii(String.valueOf(operation.values()[0])).json(']');
            return 1;
        };
        var answers = new LinkedBlockingQueue<String>();
        var threads = IntStream.range(0, 16)
                .mapToObj(Random::new)
                .map(random -> Thread.ofVirtual().start(() -> callAtRandom(random, answers)))
                .toList();
        for (var thread : threads) {
            thread.join();
        }
        assertThat(answers).isEmpty();
        assertThat(calls.cache.running()).isZero();
        calls.cache.resize(0);
        assertThat(calls.cache.bytes()).isZero();
        assertThat(calls.cache.size()).isZero();
        assertThat(calls.budget.used()).isZero();
    }

    /** @param wrong answers that no call may get */
    private void callAtRandom(Random random, LinkedBlockingQueue<String> wrong) {
        for (var round = 0; round < 300; round++) {
            var id = random.nextInt(5);
            calls.now.addAndGet(random.nextInt(3) * CachedCalls.SECOND);
            try (var scope = calls.scope()) {
                var leaves = random.nextInt(3) == 0;
                if (leaves) {
                    Thread.ofVirtual().start(() -> scope.end(End.CLIENT));
                }
                var answer = calls.call(tool, "{\"id\":" + id + "}", Principal.ANONYMOUS, scope);
                if (!answer.endsWith("[" + id + "]") && !(leaves && answer.startsWith("cancelled"))) {
                    wrong.add(answer);
                }
            }
        }
    }
}
