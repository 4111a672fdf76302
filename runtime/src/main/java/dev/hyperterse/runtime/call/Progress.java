package dev.hyperterse.runtime.call;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The progress of a call.
 *
 * @param total that it ends at, where that is known
 */
public record Progress(double reached, OptionalDouble total, Optional<String> message) {
    /** Nothing of one piece. */
    public static Progress begin(String message) {
        return new Progress(0, OptionalDouble.of(1), Optional.of(message));
    }

    /** All of one piece. */
    public static Progress end(String message) {
        return new Progress(1, OptionalDouble.of(1), Optional.of(message));
    }
}
