package dev.hyperterse.runtime;

import dev.hyperterse.catalog.keys.SessionKeys;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.seal.SealingKeys;

/** The sealing keys of a replica, from the session keys that were read last. */
final class RotatingKeys implements SealingKeys {
    private final Runnable missing;
    private volatile KeyRing ring;

    /** @param missing is called for an id that was sealed with an unknown key */
    RotatingKeys(SessionKeys first, Runnable missing) {
        this.ring = KeyRing.of(first);
        this.missing = missing;
    }

    void become(SessionKeys keys) {
        ring = KeyRing.of(keys);
    }

    @Override
    public KeyRing ring() {
        return ring;
    }

    @Override
    public void missed() {
        missing.run();
    }
}
