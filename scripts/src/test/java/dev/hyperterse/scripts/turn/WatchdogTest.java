package dev.hyperterse.scripts.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How often the watchdog looks at turns. */
class WatchdogTest {
    private static final ScriptLimits LIMITS = new ScriptLimits(2, 8, 10_000, 2_000, 128 << 20, 192 << 20);
    private static final int TURNS = 20_000;

    /** Waking its thread for each small turn takes more processor time than the turn. */
    @Test
    void smallTurnsDoNotWakeItBetweenTwoChecks() {
        var checks = new AtomicInteger();
        try (var watchdog = new Watchdog(LIMITS, checks::incrementAndGet)) {
            var usage = new ScriptUsage(_ -> {});
            var began = System.nanoTime();
            for (var turn = 0; turn < TURNS; turn++) {
                watchdog.begin(usage);
                watchdog.end(usage);
            }
            var made = checks.get();
            var millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);

            // One in two milliseconds, and one more for a turn that began while it fell asleep.
            assertThat((long) made).isLessThanOrEqualTo(millis + 2);
        }
    }
}
