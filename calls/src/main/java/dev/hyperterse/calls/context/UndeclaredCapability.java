package dev.hyperterse.calls.context;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.ClientRequest.Method;
import java.util.List;

/** A call fails because its client has not declared a capability that the call needs. */
public final class UndeclaredCapability extends CallFailure {
    private static final long serialVersionUID = 1L;

    private final String capability;
    private final boolean isExtension;

    public UndeclaredCapability(Stage stage, String message, Method method) {
        this(stage, message, method.capability(), false);
    }

    private UndeclaredCapability(Stage stage, String message, String capability, boolean isExtension) {
        super(stage, message);
        this.capability = capability;
        this.isExtension = isExtension;
    }

    /** The call needs an extension of the protocol. */
    public static UndeclaredCapability ofExtension(Stage stage, String message, String extension) {
        return new UndeclaredCapability(stage, message, extension, true);
    }

    /** The same failure, of another stage and in other words. */
    public UndeclaredCapability in(Stage stage, String message) {
        return new UndeclaredCapability(stage, message, capability, isExtension);
    }

    /** Where it is in the object of capabilities: the names from the outermost. */
    public List<String> path() {
        return isExtension ? List.of("extensions", capability) : List.of(capability);
    }
}
