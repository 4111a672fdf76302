package dev.hyperterse.runtime.observe;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses the wait of a long poll: {@code 30s}. */
final class Patience {
    private static final Pattern SECONDS = Pattern.compile("(\\d{1,4})s?");

    private Patience() {}

    static Optional<Duration> parse(String text) {
        var match = SECONDS.matcher(text);
        return match.matches() ? Optional.of(Duration.ofSeconds(Long.parseLong(match.group(1)))) : Optional.empty();
    }
}
