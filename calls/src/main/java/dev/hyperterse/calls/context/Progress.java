package dev.hyperterse.calls.context;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The progress of a call.
 *
 * @param total the value at the end, if it is known
 */
public record Progress(double reached, OptionalDouble total, Optional<String> message) {
    /** The beginning of a call with one step. */
    public static Progress begin(String message) {
        return new Progress(0, OptionalDouble.of(1), Optional.of(message));
    }

    /** The end of a call with one step. */
    public static Progress end(String message) {
        return new Progress(1, OptionalDouble.of(1), Optional.of(message));
    }
}
