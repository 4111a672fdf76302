package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.scripts.exchange.ScriptResult;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The end of a run, and the work of the calling thread until then: it sends the messages for the client, so that a slow
 * client blocks the thread of its own call and no script thread.
 */
public final class RunEnd {
    private static final int MOST_NOTICES = 256;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private Optional<Event> last = Optional.empty();
    private volatile boolean over;
    private volatile boolean stopped;

    private sealed interface Event {
        record Notice(Runnable send) implements Event {}

        /** The script returned, or waits for the next round. */
        record Returned(ScriptResult result) implements Event {}

        record Failed(CallFailure failure) implements Event {}
    }

    public boolean isOver() {
        return over;
    }

    /** Queues a message for the client; dropped when too many are queued. */
    void notice(Runnable send) {
        if (events.size() < MOST_NOTICES) {
            events.add(new Event.Notice(send));
        }
    }

    /** Queues a request to the client; their number is limited, so none is dropped. */
    void ask(Runnable send) {
        events.add(new Event.Notice(send));
    }

    /** The script has returned; the rest of this turn still runs. */
    void returned(ScriptResult result) {
        last = last.or(() -> Optional.of(new Event.Returned(result)));
    }

    /** The script has failed; the rest of this turn still runs, because it is expensive to stop the engine. */
    void threw(CallFailure failure) {
        last = last.or(() -> Optional.of(new Event.Failed(failure)));
    }

    /** @param waits the event after which the script continues */
    public void turnEnded(WaitsFor waits) {
        if (last.isPresent()) {
            over(last.get());
            return;
        }
        switch (waits) {
            case NOTHING ->
                failed(new CallFailure(
                        Stage.EXECUTION, "the script waits for a promise that nothing will ever resolve or reject"));
            case NEXT_ROUND -> over(new Event.Returned(new ScriptResult.InputRequired()));
            case THIS_RUN -> {
                // The run continues.
            }
        }
    }

    /** The first end counts. */
    public void failed(CallFailure failure) {
        over(new Event.Failed(failure));
    }

    /**
     * The time of the run or of its call is over. Queued messages are dropped, also those before a result: a client that
     * reads slowly would keep the place of the run for as long as all of them take.
     */
    public void stopped(CallFailure failure) {
        stopped = true;
        failed(failure);
    }

    public ScriptResult await() {
        try {
            while (true) {
                switch (events.take()) {
                    case Event.Notice(var send) -> {
                        if (!stopped) {
                            send.run();
                        }
                    }
                    case Event.Returned(var result) -> {
                        return result;
                    }
                    case Event.Failed(var failure) -> throw failure;
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            var failure = CallScope.failure(CallScope.End.SHUTDOWN);
            failed(failure);
            throw failure;
        }
    }

    private synchronized void over(Event last) {
        if (!over) {
            over = true;
            events.add(last);
        }
    }
}
