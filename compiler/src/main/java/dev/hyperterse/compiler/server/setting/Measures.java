package dev.hyperterse.compiler.server.setting;

import java.util.Optional;
import java.util.regex.Pattern;

/** Durations and sizes as manifests spell them: {@code 500ms}, {@code 5s}, {@code 10m}, {@code 24h}; {@code 4Mi}. */
public final class Measures {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})(Ki|Mi|Gi)?");

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

    /** Bytes, where the text is a size above zero. */
    public static Optional<Long> bytes(String text) {
        var size = SIZE.matcher(text);
        if (!size.matches()) {
            return Optional.empty();
        }
        var shift =
                switch (Optional.ofNullable(size.group(2)).orElse("")) {
                    case "Ki" -> 10;
                    case "Mi" -> 20;
                    case "Gi" -> 30;
                    default -> 0;
                };
        var number = Long.parseLong(size.group(1));
        return number > Long.MAX_VALUE >> shift ? Optional.empty() : positive(number << shift);
    }

    private static Optional<Long> positive(long number) {
        return number > 0 ? Optional.of(number) : Optional.empty();
    }
}
