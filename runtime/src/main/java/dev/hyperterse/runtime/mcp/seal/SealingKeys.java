package dev.hyperterse.runtime.mcp.seal;

/** The source of sealing keys, read at each use because the seed can be replaced. */
@FunctionalInterface
public interface SealingKeys {
    KeyRing ring();

    /** An id was sealed with an unknown key: it is forged, or the seed is outdated. Must not block. */
    default void missed() {}
}
