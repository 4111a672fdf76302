package dev.hyperterse.calls;

import java.util.Optional;

/** A call that a rule or the decision point refused. */
public final class DecidedFailure extends CallFailure {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /** @param reason a code, for the record of the call */
    public DecidedFailure(Stage stage, String message, String reason) {
        super(stage, message);
        this.reason = reason;
    }

    /** The reason code, if the failure is of this type. */
    public static Optional<String> reason(CallFailure failure) {
        return failure instanceof DecidedFailure decided ? Optional.of(decided.reason) : Optional.empty();
    }
}
