package dev.hyperterse.runtime.connector.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StallWatchTest {
    private static final long WAIT = LinePace.STALLED;
    private static final long PAUSE = Duration.ofSeconds(10).toNanos();
    private static final long BEGAN = -5;

    private final StallWatch watch = new StallWatch();

    @Test
    void aLineThatDoesNotMoveForAWholeWaitIsLeft() {
        assertThat(watch.stalled(BEGAN, BEGAN + WAIT, BEGAN - 1)).isTrue();
    }

    @Test
    void aLineThatMovedMeanwhileIsNotLeft() {
        assertThat(watch.stalled(BEGAN, BEGAN + WAIT, BEGAN + 1)).isFalse();
    }

    @Test
    void aPauseOfTheProcessIsNoStallOfTheLine() {
        assertThat(watch.stalled(BEGAN, BEGAN + PAUSE, BEGAN - PAUSE)).isFalse();
        var later = BEGAN + PAUSE;
        assertThat(watch.stalled(later, later + 1, BEGAN)).as("woken early").isFalse();
        assertThat(watch.stalled(later, later + WAIT, later + 1)).isFalse();
    }

    @Test
    void aLineIsLeftAlsoWhereEveryWaitTakesTooLong() {
        assertThat(watch.stalled(BEGAN, BEGAN + PAUSE, BEGAN - 1)).isFalse();
        assertThat(watch.stalled(BEGAN, BEGAN + PAUSE, BEGAN - 1)).isFalse();
        assertThat(watch.stalled(BEGAN, BEGAN + PAUSE, BEGAN - 1)).isTrue();
    }
}
