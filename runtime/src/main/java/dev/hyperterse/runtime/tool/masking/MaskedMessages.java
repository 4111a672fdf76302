package dev.hyperterse.runtime.tool.masking;

import dev.hyperterse.calls.CallFailure;

/** Messages of engines for callers who see columns masked: an engine quotes the value that it could not convert. */
public final class MaskedMessages {
    private MaskedMessages() {}

    /** The failure without what the engine says; others are ours and quote nothing. */
    public static CallFailure of(CallFailure failure) {
        return failure.engine()
                .map(engine -> new CallFailure(
                        failure.stage(),
                        "the database refused the statement (%s); its message is not shown, because it may quote a masked value"
                                .formatted(engine.code())))
                .orElse(failure);
    }
}
