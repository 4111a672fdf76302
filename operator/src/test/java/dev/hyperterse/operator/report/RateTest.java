package dev.hyperterse.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateTest {
    private final Rate rate = new Rate(4);

    @Test
    void whoComesAloneDoesNotWait() {
        assertThat(rate.reserve(0)).isZero();
        assertThat(rate.reserve(Duration.ofSeconds(1).toNanos())).isZero();
    }

    @Test
    void whoComeTogetherTakeTurns() {
        assertThat(rate.reserve(-5)).isZero();
        assertThat(rate.reserve(-5)).isEqualTo(Duration.ofMillis(250));
        assertThat(rate.reserve(-5)).isEqualTo(Duration.ofMillis(500));
        assertThat(rate.reserve(Duration.ofMillis(600).toNanos() - 5)).isEqualTo(Duration.ofMillis(150));
    }

    @Test
    void timeThatNobodyUsedIsNotSaved() {
        rate.reserve(0);
        var later = Duration.ofMinutes(1).toNanos();
        assertThat(rate.reserve(later)).isZero();
        assertThat(rate.reserve(later)).isEqualTo(Duration.ofMillis(250));
    }
}
