package dev.hyperterse.runtime.connector.postgres.pipelined;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Looks are counted, so a pause of the whole process, which is one look, stalls nothing. */
class StallMonitorTest {
    private final StallMonitor.Sight sight = new StallMonitor.Sight();
    private final PipelinedExchange first = new SessionReset("one");
    private final PipelinedExchange second = new SessionReset("two");

    @Test
    void unchangedHeadOfTheQueueIsStalled() {
        for (var look = 0; look < 5; look++) {
            assertThat(sight.isStalled(first)).isFalse();
        }
        assertThat(sight.isStalled(first)).isTrue();
    }

    @Test
    void movingQueueIsNotStalled() {
        for (var look = 0; look < 100; look++) {
            assertThat(sight.isStalled(look % 5 == 0 ? second : first)).isFalse();
        }
    }

    @Test
    void emptyQueueResetsTheStallCount() {
        for (var look = 0; look < 5; look++) {
            sight.isStalled(first);
        }
        sight.forget();
        assertThat(sight.isStalled(first)).isFalse();
    }
}
