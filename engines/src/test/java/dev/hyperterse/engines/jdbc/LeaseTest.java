package dev.hyperterse.engines.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LeaseTest {
    /** The timer thread ends calls, so blocking it would delay all other deadlines. */
    @Test
    void endOfACallDoesNotWaitForARunningCancellation() throws InterruptedException {
        var connection = (Connection) Proxy.newProxyInstance(
                LeaseTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (_, _, _) -> null);
        var lease = new Lease<AutoCloseable>(connection, connection, 0);
        var cancels = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        try (var deadlines = new DeadlineTimer();
                var scope = CallScope.open(deadlines, 60_000)) {
            lease.begin(
                    () -> {
                        cancels.countDown();
                        try {
                            released.await();
                        } catch (InterruptedException stopped) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    scope);
            lease.cancel();
            cancels.await();
            scope.end(CallScope.End.DEADLINE);
            assertThat(lease.ended()).isTrue();
            released.countDown();
            lease.finish(scope);
        }
    }
}
