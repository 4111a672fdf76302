package dev.hyperterse.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampledByClientsTest {
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE);
    private final SampledByClients calls = new SampledByClients(clock::get);

    @Test
    void callsSampledByClientsAreLimitedPerSecond() {
        assertThat(recordedOf(1_000)).isEqualTo(SampledByClients.MOST_A_SECOND);
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(999));
        assertThat(recordedOf(1_000)).isZero();
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(recordedOf(1_000)).isEqualTo(SampledByClients.MOST_A_SECOND);
    }

    private long recordedOf(int asked) {
        return IntStream.range(0, asked).filter(_ -> calls.take()).count();
    }
}
