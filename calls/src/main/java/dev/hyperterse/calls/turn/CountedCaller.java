package dev.hyperterse.calls.turn;

import dev.hyperterse.calls.Principal;
import java.util.List;
import java.util.Optional;

/** A caller as rate limits identify it: by plugin and subject, regardless of keys, tokens and sessions. */
public record CountedCaller(Optional<String> plugin, Optional<String> subject) {
    public static CountedCaller of(Principal principal) {
        return new CountedCaller(principal.plugin(), principal.subject());
    }

    /** The parts of the caller's key; an empty name means no plugin. */
    public List<String> parts() {
        return List.of(plugin.orElse(""), subject.orElse(""));
    }
}
