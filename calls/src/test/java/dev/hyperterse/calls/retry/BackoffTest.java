package dev.hyperterse.calls.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    private static final RandomGenerator SHORTEST = () -> 0L;
    private static final RandomGenerator LONGEST = () -> -1L;

    private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    @ParameterizedTest
    @CsvSource({"0, 50, 100", "1, 100, 200", "5, 1600, 3200", "6, 2500, 5000", "1000000, 2500, 5000"})
    void pausesDoubleUpToTheMaximumWithJitter(int failures, long from, long to) {
        assertThat(backoff.pause(failures, SHORTEST)).isEqualTo(Duration.ofMillis(from));
        assertThat(backoff.pause(failures, LONGEST)).isBetween(Duration.ofMillis(to - 1), Duration.ofMillis(to));
    }
}
