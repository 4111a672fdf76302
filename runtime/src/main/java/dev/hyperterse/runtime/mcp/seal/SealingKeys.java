package dev.hyperterse.runtime.mcp.seal;

/** The source of sealing keys; asked each time, so that they can rotate. */
@FunctionalInterface
public interface SealingKeys {
    KeyRing ring();

    /** An id came that was sealed with none of them: it is forged, or the ring is not the newest. Must return at once. */
    default void missed() {}
}
