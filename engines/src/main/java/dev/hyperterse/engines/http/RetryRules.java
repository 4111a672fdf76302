package dev.hyperterse.engines.http;

import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.retry.Backoff;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** The responses after which a request may be sent again, and when. */
public final class RetryRules {
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(2));

    private RetryRules() {}

    /** The pause before the next attempt; empty when another one would not help. */
    public static Optional<Duration> pause(FetchResponse response, int attempt) {
        return switch (response.status()) {
            case 429, 503 ->
                retryAfter(response).or(() -> Optional.of(PAUSES.pause(attempt - 1, ThreadLocalRandom.current())));
            case 502, 504 -> Optional.of(PAUSES.pause(attempt - 1, ThreadLocalRandom.current()));
            default -> Optional.empty();
        };
    }

    /** Whether a gateway says that it has no answer of the API, which may have done what it was asked for. */
    public static boolean isUncertain(FetchResponse response) {
        return response.status() == 502 || response.status() == 504;
    }

    /** In seconds or as a date; one that is neither is ignored. */
    public static Optional<Duration> retryAfter(FetchResponse response) {
        return response.header("retry-after").flatMap(RetryRules::parsed);
    }

    private static Optional<Duration> parsed(String value) {
        if (value.matches("[0-9]{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
        }
        try {
            var date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME);
            var pause = Duration.between(Instant.now(), date.toInstant());
            return Optional.of(pause.isNegative() ? Duration.ZERO : pause);
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
