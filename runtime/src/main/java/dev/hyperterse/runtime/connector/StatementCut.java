package dev.hyperterse.runtime.connector;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Stage;

/**
 * The failure of a call whose statement was stopped because its adapter changed or was removed. It is not that of an adapter
 * without connections, which would run the call on those that took their place.
 */
public final class StatementCut {
    private StatementCut() {}

    /** The engine has confirmed that it stopped the statement. */
    public static CallFailure cancelled(String adapter) {
        return new CallFailure(Stage.CANCELLED, message(adapter));
    }

    /** The connection was closed before the engine responded. */
    public static CallFailure effectUnknown(String adapter) {
        return new CallFailure(Stage.CANCELLED, message(adapter) + "; whether the statement took effect is unknown");
    }

    private static String message(String adapter) {
        return "the statement was cancelled, because the settings of adapter %s changed while it ran"
                .formatted(adapter);
    }
}
