package dev.hyperterse.runtime.mcp.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.runtime.mcp.legacy.session.SessionId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClientRequestsTest {
    private static final SessionId SESSION = new SessionId(1, 2);

    /** A session may end at the moment when one of its requests begins. */
    @Test
    void requestThatEndsWhileItBeginsLeavesNoDeadline() throws InterruptedException {
        try (var deadlines = new DeadlineTimer()) {
            var requests = new ClientRequests(deadlines, Duration.ofHours(1));
            var ending = Thread.ofPlatform().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    requests.end(SESSION);
                }
            });
            for (var number = 0; number < 50_000; number++) {
                requests.begin(SESSION, 100, _ -> {}).ifPresent(ClientRequests.Waiting::withdraw);
            }
            ending.interrupt();
            ending.join();
            assertThat(requests.waiting()).isZero();
            assertThat(deadlines.waiting()).isZero();
        }
    }
}
