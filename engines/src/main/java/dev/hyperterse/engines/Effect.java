package dev.hyperterse.engines;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Stage;

/**
 * The effect of an operation that may write and whose call failed. A client that would repeat the call has to know it.
 */
public enum Effect {
    NOTHING("nothing was changed"),
    /** The engine has completed the operation; only its result did not reach the caller. */
    DONE("the %s took effect"),
    UNKNOWN("whether the %s took effect is unknown");

    private final String words;

    Effect(String words) {
        this.words = words;
    }

    /** The failure of a statement, with its effect behind the message. */
    public CallFailure of(CallFailure failure) {
        return of(failure, "statement");
    }

    /** @param operation as the tool calls it: a statement or a command */
    public CallFailure of(CallFailure failure, String operation) {
        var effect = "; " + words.formatted(operation);
        return failure.engine()
                .map(engine -> new CallFailure(new EngineMessage(engine.words(), engine.code() + effect)))
                .orElseGet(() -> new CallFailure(stage(failure), failure.getMessage() + effect));
    }

    /** An operation that may have run is never repeated on other connections, as one is that found none. */
    private Stage stage(CallFailure failure) {
        return this != NOTHING && failure.stage() == Stage.UNAVAILABLE ? Stage.EXECUTION : failure.stage();
    }
}
