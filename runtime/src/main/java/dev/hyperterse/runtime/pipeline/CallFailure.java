package dev.hyperterse.runtime.pipeline;

/**
 * Ends a call from deep inside of it; becomes {@link CallOutcome.Failed} where the call began. It carries no stack: it
 * reports what a caller or an engine did, not a fault of ours, and has to be cheap when it is frequent.
 */
public final class CallFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Stage stage;

    public CallFailure(Stage stage, String message) {
        super(message, null, false, false);
        this.stage = stage;
    }

    public Stage stage() {
        return stage;
    }

    public CallOutcome.Failed outcome() {
        return new CallOutcome.Failed(stage, getMessage());
    }
}
