package dev.hyperterse.runtime.mcp.seal;

/** Where sealing keys come from; asked each time, so that they can rotate. */
@FunctionalInterface
public interface SealingKeys {
    KeyRing ring();

    /** An id came that was sealed with none of them: it is forged, or the ring is not the newest. Must return at once. */
    default void missed() {}
}
