package dev.hyperterse.playground.node.volume;

/** A container that cannot be started as things are: the reason is one a kubelet would give, the message says what is wrong. */
public final class CannotStart extends Exception {
    private static final long serialVersionUID = 1L;

    /** Something the container refers to is missing, or this node does not have it. */
    public static final String CONFIGURATION = "CreateContainerConfigError";

    /** A volume cannot be filled. */
    public static final String CREATING = "ContainerCreating";

    private final String reason;

    public CannotStart(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
