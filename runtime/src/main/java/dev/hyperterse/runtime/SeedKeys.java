package dev.hyperterse.runtime;

import dev.hyperterse.catalog.keys.SessionSeed;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.seal.SealingKeys;
import java.time.InstantSource;

/** The sealing keys of a replica, from the seed that was read last. */
final class SeedKeys implements SealingKeys {
    private final InstantSource clock;
    private final Runnable missing;
    private volatile KeyRing ring;

    /** @param missing is called for an id that was sealed with an unknown key */
    SeedKeys(SessionSeed first, InstantSource clock, Runnable missing) {
        this.clock = clock;
        this.missing = missing;
        this.ring = new KeyRing(first, clock);
    }

    void become(SessionSeed seed) {
        ring = new KeyRing(seed, clock);
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
