package dev.hyperterse.engines.postgres.pipelined.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Looks are counted, so a pause of the whole process, which is one look, stalls nothing. */
class StallMonitorTest {
    private final StallMonitor.HeadSample sample = new StallMonitor.HeadSample();
    private final PipelinedExchange first = new SessionReset("one");
    private final PipelinedExchange second = new SessionReset("two");

    @Test
    void unchangedHeadOfTheQueueIsStalled() {
        for (var look = 0; look < 5; look++) {
            assertThat(sample.isStalled(first)).isFalse();
        }
        assertThat(sample.isStalled(first)).isTrue();
    }

    @Test
    void movingQueueIsNotStalled() {
        for (var look = 0; look < 100; look++) {
            assertThat(sample.isStalled(look % 5 == 0 ? second : first)).isFalse();
        }
    }

    @Test
    void emptyQueueResetsTheStallCount() {
        for (var look = 0; look < 5; look++) {
            sample.isStalled(first);
        }
        sample.forget();
        assertThat(sample.isStalled(first)).isFalse();
    }
}
