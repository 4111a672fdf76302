package dev.hyperterse.runtime.pipeline;

/** The failure of a call whose adapter has no connection; why is for the operator's eyes, in status and log. */
public final class Unavailable {
    private Unavailable() {}

    public static CallFailure adapter(String name) {
        return new CallFailure(Stage.UNAVAILABLE, "adapter %s unavailable".formatted(name));
    }
}
