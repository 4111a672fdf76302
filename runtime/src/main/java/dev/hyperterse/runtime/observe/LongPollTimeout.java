package dev.hyperterse.runtime.observe;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses the timeout of a long poll, the query parameter {@code wait}: {@code 30s}. */
final class LongPollTimeout {
    private static final Pattern SECONDS = Pattern.compile("(\\d{1,4})s?");

    private LongPollTimeout() {}

    static Optional<Duration> parse(String text) {
        var match = SECONDS.matcher(text);
        return match.matches() ? Optional.of(Duration.ofSeconds(Long.parseLong(match.group(1)))) : Optional.empty();
    }
}
