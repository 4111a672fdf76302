package dev.hyperterse.runtime.mcp.seal;

/** The source of sealing keys, read at each use so that keys can rotate. */
@FunctionalInterface
public interface SealingKeys {
    KeyRing ring();

    /** An id was sealed with an unknown key: it is forged, or the ring is outdated. Must not block. */
    default void missed() {}
}
