package dev.hyperterse.runtime.script;

import java.util.concurrent.CompletableFuture;

/** The source of realms for the runs of one script. */
interface Realms {
    /** Done when the first of them can be opened at once. */
    CompletableFuture<?> ready();

    /** One of its own for a run. */
    Realm open(ScriptHost host);
}
