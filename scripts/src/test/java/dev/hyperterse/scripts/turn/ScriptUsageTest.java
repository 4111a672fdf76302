package dev.hyperterse.scripts.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The usage of a run, as other threads read it while the run continues. */
class ScriptUsageTest {
    private static final long TOO_MUCH = 4L << 30;

    private final AtomicReference<ScriptUsage.Used> thread =
            new AtomicReference<>(new ScriptUsage.Used(1_000, 1_000_000));
    private final ScriptUsage usage = new ScriptUsage(_ -> {});

    /** The JVM may read the buffer of a thread while the thread replaces it, and then reports gigabytes. */
    @Test
    void singleExcessiveReadingIsIgnored() {
        usage.begin(1, _ -> thread.get());
        look(1_100, 1_100);
        look(TOO_MUCH, 1_200);
        assertThat(usage.allocated()).isEqualTo(100);
        look(TOO_MUCH, 1_200);
        assertThat(usage.allocated()).as("while the thread makes no progress").isEqualTo(100);
        look(1_300, 1_300);
        assertThat(usage.allocated()).isEqualTo(300);
    }

    @Test
    void excessiveFirstReadingIsIgnored() {
        usage.begin(1, _ -> thread.get());
        look(TOO_MUCH, 1_100);
        assertThat(usage.allocated()).isZero();
        look(1_200, 1_200);
        assertThat(usage.allocated()).isEqualTo(200);
    }

    @Test
    void readingRepeatedAfterProgressCounts() {
        usage.begin(1, _ -> thread.get());
        look(TOO_MUCH, 1_100);
        look(TOO_MUCH + 500, 1_200);
        assertThat(usage.allocated()).isEqualTo(TOO_MUCH - 1_000);
    }

    /** On a loaded machine the thread may pause in between and proceed during a reading. */
    @Test
    void progressDuringAReadingDoesNotConfirmIt() {
        usage.begin(1, _ -> thread.get());
        var halves = new ArrayDeque<>(
                List.of(new ScriptUsage.Used(TOO_MUCH, 1_100_000), new ScriptUsage.Used(TOO_MUCH, 1_150_000)));
        usage.look(_ -> halves.pop());
        look(TOO_MUCH, 1_155);
        assertThat(usage.allocated()).isZero();
        look(1_300, 1_300);
        assertThat(usage.allocated()).isEqualTo(300);
    }

    @Test
    void readingByTheThreadItselfIsExact() {
        usage.begin(1, _ -> thread.get());
        look(1_100, 1_100);
        usage.end(_ -> new ScriptUsage.Used(5_000, 3_000_000));
        assertThat(usage.allocated()).isEqualTo(4_000);
        assertThat(usage.runningNanos()).isEqualTo(2_000_000);
        thread.set(new ScriptUsage.Used(6_000, 6_000_000));
        usage.begin(1, _ -> thread.get());
        look(TOO_MUCH, 6_100);
        assertThat(usage.allocated()).as("of a turn before, and of this one").isEqualTo(4_000);
    }

    @Test
    void timeIsThatOfTheLastReading() {
        usage.begin(1, _ -> thread.get());
        look(TOO_MUCH, 1_500);
        assertThat(usage.runningNanos()).isEqualTo(500_000);
    }

    private void look(long allocated, long micros) {
        thread.set(new ScriptUsage.Used(allocated, 1_000 * micros));
        usage.look(_ -> thread.get());
    }
}
