package dev.hyperterse.calls;

/**
 * A call failed while its database or API was asked for nothing, so the failure says nothing about that. An earlier attempt
 * of the call may have been answered.
 */
public class NotSent extends CallFailure {
    private static final long serialVersionUID = 1L;

    private final boolean answered;

    protected NotSent(CallFailure failure) {
        this(failure, false);
    }

    private NotSent(CallFailure failure, boolean answered) {
        super(failure.stage(), failure.getMessage());
        this.answered = answered;
    }

    /** The same failure, of a call that was not sent in any attempt. */
    public static NotSent of(CallFailure failure) {
        return new NotSent(failure);
    }

    /** The same failure, of a call that was not sent once more. */
    public static NotSent again(CallFailure failure) {
        return new NotSent(failure, true);
    }

    /** Whether an earlier attempt of the call was sent, and ended by an answer or a lost connection. */
    public boolean wasAnswered() {
        return answered;
    }
}
