package dev.hyperterse.compiler.server.setting;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations and sizes as manifests spell them: {@code 500ms}, {@code 5s}, {@code 10m}, {@code 24h}; {@code 4Mi}, {@code 1048576}. */
public final class Measures {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

    private Measures() {}

    /** Milliseconds, where the text is a duration above zero. */
    public static Optional<Long> millis(String text) {
        var duration = DURATION.matcher(text);
        if (!duration.matches()) {
            return Optional.empty();
        }
        var unit =
                switch (duration.group(2)) {
                    case "ms" -> 1L;
                    case "s" -> 1_000L;
                    case "m" -> 60_000L;
                    default -> 3_600_000L;
                };
        return positive(Long.parseLong(duration.group(1)) * unit);
    }

    /** Bytes, where the quantity is a whole number of them above zero. */
    public static Optional<Long> bytes(Quantity size) {
        try {
            return positive(size.getNumericalAmount().longValueExact());
        } catch (ArithmeticException | IllegalArgumentException notWhole) {
            return Optional.empty();
        }
    }

    private static Optional<Long> positive(long number) {
        return number > 0 ? Optional.of(number) : Optional.empty();
    }
}
