package dev.hyperterse.calls.turn;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.NotSent;
import dev.hyperterse.calls.Stage;

/** The deadline of a call passed while it waited for other calls, which says nothing about the database. */
public final class QueueTimeout extends NotSent {
    private static final long serialVersionUID = 1L;

    private QueueTimeout(CallFailure timeout) {
        super(new CallFailure(timeout.stage(), timeout.getMessage() + " while it waited for other calls"));
    }

    /** The failure of a call that ended while it waited. */
    static CallFailure inPlaceOf(CallFailure ended) {
        return ended.stage() == Stage.TIMEOUT ? new QueueTimeout(ended) : ended;
    }
}
