package dev.hyperterse.runtime.script;

import java.util.concurrent.CompletableFuture;

/** Where the runs of one script get their JavaScript from. */
interface Realms {
    /** Done when the first of them can be opened at once. */
    CompletableFuture<?> ready();

    /** One of its own for a run. */
    Realm open(ScriptHost host);
}
