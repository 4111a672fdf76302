package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.mcp.call.Answer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Decides whether the client of a call gets its result or a task. Until its run begins a call always has a result: the
 * client can correct its arguments, or is asked to confirm.
 */
final class Handover {
    private final long afterNanos;
    private Optional<Answer> answer = Optional.empty();
    private boolean begun;
    private boolean detached;

    /** @param afterMillis how long the client waits for a result of the run */
    Handover(long afterMillis) {
        this.afterNanos = TimeUnit.MILLISECONDS.toNanos(afterMillis);
    }

    synchronized void begin() {
        begun = true;
        detached = detached || afterNanos == 0;
        notifyAll();
    }

    /** The client gets a task now, unless it has its answer already. */
    synchronized void detach() {
        detached = detached || answer.isEmpty();
        notifyAll();
    }

    /** The request ends without a response. @return the answer, if the call has ended already */
    synchronized Optional<Answer> abandon() {
        detached = true;
        return answer;
    }

    /** The call has ended. @return false where its client has got a task */
    synchronized boolean end(Answer result) {
        if (detached) {
            return false;
        }
        answer = Optional.of(result);
        notifyAll();
        return true;
    }

    /** Waits for the answer; empty where the client gets a task. */
    synchronized Optional<Answer> await() throws InterruptedException {
        while (answer.isEmpty() && !begun && !detached) {
            wait();
        }
        var until = System.nanoTime() + afterNanos;
        while (answer.isEmpty() && !detached) {
            var left = until - System.nanoTime();
            if (left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } else {
                detached = true;
            }
        }
        return answer;
    }

    synchronized boolean isBegun() {
        return begun;
    }

    synchronized boolean isDetached() {
        return detached;
    }
}
