package dev.hyperterse.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LookAheadTest {
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Its buffer is not charged, and it may be there for as long as a call takes. */
    @Test
    void awaitsTheEndWithTheSmallBuffer() throws Exception {
        var ahead = new LookAhead(
                () -> {
                    throw new AssertionError("read with a buffer for the rest of a request");
                },
                Optional::empty,
                () -> {},
                new RequestMemory(0, () -> false).share());

        ahead.watch(ended::countDown);

        ended.await();
        assertThat(ahead.next()).isEmpty();
    }
}
