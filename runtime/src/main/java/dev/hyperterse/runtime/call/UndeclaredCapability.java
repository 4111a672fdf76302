package dev.hyperterse.runtime.call;

import dev.hyperterse.runtime.call.ClientRequest.Method;

/** A call ends because its client cannot be asked for what it needs: it has not declared that it can be. */
public final class UndeclaredCapability extends CallFailure {
    private static final long serialVersionUID = 1L;

    private final Method method;

    public UndeclaredCapability(Stage stage, String message, Method method) {
        super(stage, message);
        this.method = method;
    }

    /** What the client would have been asked. */
    public Method method() {
        return method;
    }
}
