package dev.hyperterse.engines;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;

/**
 * The failures of calls whose statement was interrupted: because its adapter changed or was removed, or because the
 * connection was lost. They are not failures of an adapter without connections, which run again on other connections.
 */
public final class InterruptedStatement {
    private InterruptedStatement() {}

    /** The engine has confirmed that it stopped the statement. */
    public static CallFailure cancelled(String adapter) {
        return new CallFailure(Stage.CANCELLED, message(adapter));
    }

    /** The connection was closed before the engine responded. */
    public static CallFailure effectUnknown(String adapter) {
        return new CallFailure(Stage.CANCELLED, message(adapter) + "; whether the statement took effect is unknown");
    }

    /** The connection of a statement that may write was lost before the engine responded. */
    public static CallFailure connectionLost(String adapter) {
        return new CallFailure(
                Stage.EXECUTION,
                "the connection of adapter %s was lost while the statement ran; whether it took effect is unknown"
                        .formatted(adapter));
    }

    private static String message(String adapter) {
        return "the statement was cancelled, because the settings of adapter %s changed while it ran"
                .formatted(adapter);
    }
}
