package dev.hyperterse.scripts.host;

import java.util.concurrent.CompletableFuture;

/** The source of realms for the runs of one script. */
public interface Realms {
    /** Completes when a realm can be opened without blocking. */
    CompletableFuture<?> ready();

    /** Opens a realm for one run. */
    Realm open(ScriptHost host);
}
