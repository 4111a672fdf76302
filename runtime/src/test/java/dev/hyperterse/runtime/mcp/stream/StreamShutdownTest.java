package dev.hyperterse.runtime.mcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 17: all clients of a replica reconnected at once. The tests pass the time in. */
class StreamShutdownTest {
    /** A clock of this kind may be negative, and overflow. */
    private static final long BEGIN = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

    private final AtomicInteger ended = new AtomicInteger();

    @Test
    void shutdownWithoutStreamsEndsAtOnce() {
        assertThat(departure(0).endDue(BEGIN)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0",
        "2, 20",
        "10, 180",
        "500, 9980",
        "1000, 19980",
        "11000, 19998",
    })
    void manyStreamsEndWithinTwentySecondsAndFewSooner(int streams, long lastAtMillis) {
        var departure = departure(streams);
        var last = BEGIN + Duration.ofMillis(lastAtMillis).toNanos();
        departure.endDue(last - Duration.ofMillis(1).toNanos());
        assertThat(ended).hasValueLessThan(streams);
        assertThat(departure.endDue(last + Duration.ofMillis(1).toNanos())).isFalse();
        assertThat(ended).hasValue(streams);
    }

    /** Each check ends no more streams than their share of the time. */
    @Test
    void endsOfStreamsAreSpreadEvenly() {
        var departure = departure(11_000);
        var before = 0;
        for (var millis = 0; millis < 20_000; millis += 20) {
            departure.endDue(BEGIN + Duration.ofMillis(millis).toNanos());
            assertThat(ended.get() - before).isLessThanOrEqualTo(12);
            before = ended.get();
        }
    }

    private StreamShutdown departure(int streams) {
        return new StreamShutdown(Collections.nCopies(streams, ended::incrementAndGet), BEGIN);
    }
}
