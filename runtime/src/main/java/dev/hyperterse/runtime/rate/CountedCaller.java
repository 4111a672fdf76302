package dev.hyperterse.runtime.rate;

import dev.hyperterse.runtime.call.Principal;
import java.util.List;
import java.util.Optional;

/** The caller whose calls are counted: a plugin and its subject, regardless of keys, tokens and sessions. */
public record CountedCaller(Optional<String> plugin, Optional<String> subject) {
    public static CountedCaller of(Principal principal) {
        return new CountedCaller(principal.plugin(), principal.subject());
    }

    /** Identifies the caller; no plugin has an empty name. */
    List<String> parts() {
        return List.of(plugin.orElse(""), subject.orElse(""));
    }
}
