package dev.hyperterse.runtime.rate;

import dev.hyperterse.runtime.call.Principal;
import java.util.List;
import java.util.Optional;

/** Whose calls are counted: a plugin and its subject, whatever keys, tokens and sessions that has. */
public record CountedCaller(Optional<String> plugin, Optional<String> subject) {
    public static CountedCaller of(Principal principal) {
        return new CountedCaller(principal.plugin(), principal.subject());
    }

    /** What tells it from other callers; no plugin has an empty name. */
    List<String> parts() {
        return List.of(plugin.orElse(""), subject.orElse(""));
    }
}
