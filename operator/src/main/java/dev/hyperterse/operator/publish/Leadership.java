package dev.hyperterse.operator.publish;

/** Whether this process is the one that may publish. */
@FunctionalInterface
public interface Leadership {
    /** Asks the lease itself, not what was known a moment ago. */
    boolean confirmed();
}
