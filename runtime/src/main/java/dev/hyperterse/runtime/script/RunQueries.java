package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.DeadlineWheel;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * The statements and requests that one run waits for. Each is run by a virtual thread, so that no script thread waits; the end of the run
 * ends them.
 */
final class RunQueries implements AutoCloseable {
    private static final int MOST = 32;

    private final DeadlineWheel wheel;
    private final IntConsumer answered;
    private final Map<Integer, Awaited> waiting = new HashMap<>();
    private boolean closed;

    /** @param answered takes the number of a query that has its answer, on the thread of the query */
    RunQueries(DeadlineWheel wheel, IntConsumer answered) {
        this.wheel = wheel;
        this.answered = answered;
    }

    /** What became of a query. */
    sealed interface Answer extends AutoCloseable {
        record Read(ScriptAnswer answer) implements Answer {
            @Override
            public void close() {
                answer.close();
            }
        }

        record Failed(String why) implements Answer {
            @Override
            public void close() {
                // A text that the run may have for nothing.
            }
        }

        @Override
        void close();
    }

    /** @return whether there was room for one more */
    synchronized boolean add(int id, long nanos, Function<CallScope, ScriptAnswer> work) {
        if (closed || waiting.size() == MOST) {
            return false;
        }
        var scope = CallScope.open(wheel, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        var awaited = new Awaited(id, () -> scope.end(CallScope.End.CLIENT));
        waiting.put(id, awaited);
        Thread.ofVirtual().name("script request").start(() -> awaited.accept(read(scope, work)));
        return true;
    }

    /**
     * Waits for an answer that takes no thread.
     *
     * @return takes the answer, on any thread; empty where there is no room for one more
     */
    synchronized Optional<Consumer<Answer>> expect(int id) {
        if (closed || waiting.size() == MOST) {
            return Optional.empty();
        }
        var awaited = new Awaited(id, () -> {});
        waiting.put(id, awaited);
        return Optional.of(awaited);
    }

    /** The answer, which the run no longer waits for. Empty after the end. */
    synchronized Optional<Answer> take(int id) {
        return Optional.ofNullable(waiting.remove(id)).flatMap(awaited -> awaited.answer);
    }

    synchronized boolean any() {
        return !waiting.isEmpty();
    }

    @Override
    public synchronized void close() {
        closed = true;
        waiting.values().forEach(awaited -> {
            awaited.end.run();
            awaited.answer.ifPresent(Answer::close);
        });
        waiting.clear();
    }

    /** Whether the run goes on, and is to hear of it. */
    private synchronized boolean keep(Awaited awaited, Answer answer) {
        awaited.answer = Optional.of(answer);
        if (closed) {
            answer.close();
        }
        return !closed;
    }

    private static Answer read(CallScope scope, Function<CallScope, ScriptAnswer> work) {
        try (scope) {
            return new Answer.Read(work.apply(scope));
        } catch (CallFailure failure) {
            return new Answer.Failed(failure.getMessage());
        } catch (RuntimeException | Error fault) {
            BackgroundTurn.failed("script request", fault);
            return new Answer.Failed("internal error");
        }
    }

    /** Something that the run waits for. */
    private final class Awaited implements Consumer<Answer> {
        private final int id;
        private final Runnable end;
        private Optional<Answer> answer = Optional.empty();

        /** @param end what the end of the run does to it */
        Awaited(int id, Runnable end) {
            this.id = id;
            this.end = end;
        }

        @Override
        public void accept(Answer read) {
            if (keep(this, read)) {
                answered.accept(id);
            }
        }
    }
}
