package dev.hyperterse.scripts.host;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The source of realms for the runs of one script. */
public interface Realms {
    /** Completes when a realm can be opened without blocking. */
    CompletableFuture<?> ready();

    Realm open(ScriptHost host);

    /** Advice to the author about an error of the engine that has this message. */
    default Optional<Cure> cure(String message) {
        return Optional.empty();
    }

    /** @param what happened, without what the engine quotes of objects */
    record Cure(String what, String remedy) {}
}
