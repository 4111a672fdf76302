package dev.hyperterse.runtime.adapter;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Stage;

/** The failure of a call whose adapter has no connection; why is for the operator's eyes, in status and log. */
public final class Unavailable {
    private Unavailable() {}

    public static CallFailure adapter(String name) {
        return new CallFailure(Stage.UNAVAILABLE, "adapter %s unavailable".formatted(name));
    }
}
