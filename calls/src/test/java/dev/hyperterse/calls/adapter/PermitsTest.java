package dev.hyperterse.calls.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.turn.Permits;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class PermitsTest {
    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private final Permits permits = new Permits(1);

    @Test
    void queuedCallsAreCounted() throws Exception {
        try (var scope = CallScope.open(deadlines, 60_000)) {
            permits.acquire(scope);
            assertThat(permits.waiting()).isZero();
            var waits = Thread.startVirtualThread(() -> permits.acquire(scope));
            while (permits.waiting() != 1) {
                LockSupport.parkNanos(1_000_000);
            }
            permits.release();
            waits.join();
        }

        assertThat(permits.waiting()).isZero();
    }
}
