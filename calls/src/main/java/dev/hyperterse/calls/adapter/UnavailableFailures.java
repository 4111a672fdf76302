package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import java.time.Duration;

/** The failure of a call whose adapter has no connection or token; the reason of a connection is only in status and log. */
public final class UnavailableFailures {
    private UnavailableFailures() {}

    public static CallFailure adapter(String name) {
        return new CallFailure(Stage.UNAVAILABLE, "adapter %s unavailable".formatted(name));
    }

    /** @param reason names no host and no secret */
    public static CallFailure withoutToken(String name, String reason) {
        return new CallFailure(Stage.UNAVAILABLE, "adapter %s unavailable: %s".formatted(name, reason));
    }

    /** The failure of a call while the circuit is open. */
    static CallFailure silent(String name, Duration wait) {
        return new CallFailure(
                Stage.UNAVAILABLE,
                "adapter %s unavailable: it does not answer in time, try again after %d s"
                        .formatted(name, Math.max(1, wait.plusNanos(999_999_999).toSeconds())));
    }

    /** The failure of a call that took so long that its adapter was closed. */
    static CallFailure changed(String name) {
        return new CallFailure(
                Stage.UNAVAILABLE,
                "the settings of adapter %s changed since the call began, try again".formatted(name));
    }
}
