package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.DeadlineWheel;
import dev.hyperterse.runtime.call.UndeclaredCapability;
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

        /** A script that does not catch this ends its call. */
        record Undeclared(UndeclaredCapability failure) implements Answer {
            @Override
            public void close() {
                // A text that the run may have for nothing.
            }
        }

        /** It comes with the next round of the call. */
        record NextRound() implements Answer {
            @Override
            public void close() {
                // There is none.
            }
        }

        @Override
        void close();
    }

    /** @return whether there was room for one more */
    synchronized boolean add(int id, long nanos, Function<CallScope, Answer> work) {
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

    /** The answer, which the run no longer waits for. Empty after the end, and where it comes with the next round. */
    synchronized Optional<Answer> take(int id) {
        var awaited = Optional.ofNullable(waiting.get(id)).filter(it -> !it.comesInNextRound());
        awaited.ifPresent(_ -> waiting.remove(id));
        return awaited.flatMap(it -> it.answer);
    }

    synchronized WaitsFor waitsFor() {
        if (waiting.isEmpty()) {
            return WaitsFor.NOTHING;
        }
        return waiting.values().stream().allMatch(Awaited::comesInNextRound) ? WaitsFor.NEXT_ROUND : WaitsFor.THIS_RUN;
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

    private static Answer read(CallScope scope, Function<CallScope, Answer> work) {
        try (scope) {
            return work.apply(scope);
        } catch (UndeclaredCapability undeclared) {
            return new Answer.Undeclared(undeclared);
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

        private boolean comesInNextRound() {
            return answer.filter(Answer.NextRound.class::isInstance).isPresent();
        }

        @Override
        public void accept(Answer read) {
            if (keep(this, read)) {
                answered.accept(id);
            }
        }
    }
}
