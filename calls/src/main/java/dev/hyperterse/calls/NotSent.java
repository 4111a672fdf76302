package dev.hyperterse.calls;

/** A call failed before its database or API was asked for anything, so the failure says nothing about that. */
public class NotSent extends CallFailure {
    private static final long serialVersionUID = 1L;

    public NotSent(Stage stage, String message) {
        super(stage, message);
    }

    /** The same failure, of a call that was not sent. */
    public static NotSent of(CallFailure failure) {
        return new NotSent(failure.stage(), failure.getMessage());
    }
}
