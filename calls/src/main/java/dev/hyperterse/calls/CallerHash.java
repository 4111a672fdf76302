package dev.hyperterse.calls;

import java.util.Optional;

/**
 * A pseudonym of a caller for places without its name: the same for each of its calls, and not reversible without the
 * key.
 */
@FunctionalInterface
public interface CallerHash {
    /** For callers without a name. */
    CallerHash NONE = _ -> Optional.empty();

    /** Letters and digits; empty for a caller without a name. */
    Optional<String> of(Principal principal);
}
