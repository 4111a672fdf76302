package dev.hyperterse.runtime.call;

import java.util.Optional;

/** What stands for a caller where its name must not be: the same for each of its calls, and nobody can guess from whom. */
@FunctionalInterface
public interface CallerHash {
    /** For callers without a name. */
    CallerHash NONE = _ -> Optional.empty();

    /** Letters and digits; empty for a caller without a name. */
    Optional<String> of(Principal principal);
}
