package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.DeadlineWheel;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
    private final Map<Integer, Query> waiting = new HashMap<>();
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
        var query = new Query(id, CallScope.open(wheel, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos))), work);
        waiting.put(id, query);
        Thread.ofVirtual().name("script request").start(query);
        return true;
    }

    /** The answer, which the run no longer waits for. Empty after the end. */
    synchronized Optional<Answer> take(int id) {
        return Optional.ofNullable(waiting.remove(id)).flatMap(query -> query.answer);
    }

    synchronized boolean any() {
        return !waiting.isEmpty();
    }

    @Override
    public synchronized void close() {
        closed = true;
        waiting.values().forEach(query -> {
            query.scope.end(CallScope.End.CLIENT);
            query.answer.ifPresent(Answer::close);
        });
        waiting.clear();
    }

    /** Whether the run goes on, and is to hear of it. */
    private synchronized boolean keep(Query query, Answer answer) {
        query.answer = Optional.of(answer);
        if (closed) {
            answer.close();
        }
        return !closed;
    }

    private final class Query implements Runnable {
        private final int id;
        private final CallScope scope;
        private final Function<CallScope, ScriptAnswer> work;
        private Optional<Answer> answer = Optional.empty();

        Query(int id, CallScope scope, Function<CallScope, ScriptAnswer> work) {
            this.id = id;
            this.scope = scope;
            this.work = work;
        }

        @Override
        public void run() {
            if (keep(this, read())) {
                answered.accept(id);
            }
        }

        private Answer read() {
            try (scope) {
                return new Answer.Read(work.apply(scope));
            } catch (CallFailure failure) {
                return new Answer.Failed(failure.getMessage());
            } catch (RuntimeException | Error fault) {
                BackgroundTurn.failed("script request", fault);
                return new Answer.Failed("internal error");
            }
        }
    }
}
