package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.scripts.exchange.ScriptAnswer;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * The statements and requests that one run waits for. Each runs on a virtual thread, so that no script thread blocks;
 * the end of the run ends them.
 */
public final class RunQueries implements AutoCloseable {
    private final int most;
    private final IntConsumer answered;
    private final Map<Integer, Awaited> waiting = new HashMap<>();
    private boolean closed;

    /**
     * @param most that wait at a time
     * @param answered takes the number of a query that has its answer, on the thread of the query
     */
    public RunQueries(int most, IntConsumer answered) {
        this.most = most;
        this.answered = answered;
    }

    /** The outcome of a query. */
    public sealed interface Answer extends AutoCloseable {
        record Read(ScriptAnswer answer) implements Answer {
            @Override
            public void close() {
                answer.close();
            }
        }

        record Failed(String why) implements Answer {
            @Override
            public void close() {
                // Holds no memory.
            }
        }

        /** The client lacks a capability; a script that does not catch this fails its call. */
        record Undeclared(UndeclaredCapability failure) implements Answer {
            @Override
            public void close() {
                // Holds no memory.
            }
        }

        /** The answer comes with the next round of the call. */
        record NextRound() implements Answer {
            @Override
            public void close() {
                // Holds no memory.
            }
        }

        @Override
        void close();
    }

    /** @return whether the limit of pending statements was not reached */
    boolean add(int id, CallScope call, Function<CallScope, Answer> work) {
        var scope = call.part();
        var awaited = new Awaited(id, () -> scope.end(CallScope.End.CLIENT));
        var admitted = false;
        try {
            admitted = admit(awaited);
        } finally {
            if (!admitted) {
                scope.close();
            }
        }
        if (admitted) {
            // Not within the lock, for which a thread with a quick answer would wait.
            Thread.ofVirtual().name("script request").start(() -> awaited.accept(read(scope, work)));
        }
        return admitted;
    }

    /**
     * Registers a wait for an answer that needs no thread.
     *
     * @return takes the answer, on any thread; empty when too many are waited for
     */
    Optional<Consumer<Answer>> expect(int id) {
        var awaited = new Awaited(id, () -> {});
        return admit(awaited) ? Optional.of(awaited) : Optional.empty();
    }

    /** Two requests of one number would leak the answer to the first. */
    private synchronized boolean admit(Awaited awaited) {
        if (waiting.containsKey(awaited.id)) {
            throw new IllegalArgumentException("the number is in use");
        }
        if (closed || waiting.size() == most) {
            return false;
        }
        waiting.put(awaited.id, awaited);
        return true;
    }

    /** Removes and returns the answer. Empty after the end, and for an answer that comes with the next round. */
    public synchronized Optional<Answer> take(int id) {
        var awaited = Optional.ofNullable(waiting.get(id)).filter(it -> !it.comesInNextRound());
        awaited.ifPresent(_ -> waiting.remove(id));
        return awaited.flatMap(it -> it.answer);
    }

    synchronized WaitsFor waitsFor() {
        if (waiting.isEmpty()) {
            return WaitsFor.NOTHING;
        }
        for (var awaited : waiting.values()) {
            if (!awaited.comesInNextRound()) {
                return WaitsFor.THIS_RUN;
            }
        }
        return WaitsFor.NEXT_ROUND;
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

    /** Whether the run continues, so that it is notified. */
    private synchronized boolean keep(Awaited awaited, Answer answer) {
        var isWaitedFor = waiting.get(awaited.id) == awaited;
        awaited.answer = Optional.of(answer);
        if (!isWaitedFor) {
            answer.close();
        }
        return isWaitedFor;
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

    private final class Awaited implements Consumer<Answer> {
        private final int id;
        private final Runnable end;
        private Optional<Answer> answer = Optional.empty();

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
