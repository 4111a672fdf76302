package dev.hyperterse.calls.context;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.ClientRequest.Method;

/** A call fails because its client has not declared a capability that the call needs. */
public final class UndeclaredCapability extends CallFailure {
    private static final long serialVersionUID = 1L;

    private final Method method;

    public UndeclaredCapability(Stage stage, String message, Method method) {
        super(stage, message);
        this.method = method;
    }

    /** The request that needs the capability. */
    public Method method() {
        return method;
    }
}
