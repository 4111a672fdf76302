package dev.hyperterse.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LatestTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final Latest latest = new Latest("e1");

    @Test
    void aReaderOfAnEarlierVersionIsAnsweredAtOnce() {
        latest.become(bytes("a"));
        assertThat(latest.after("", LONG).json()).isEqualTo(bytes("a"));
        var seen = latest.after("", LONG).version();
        latest.become(bytes("b"));
        assertThat(latest.after(seen, LONG).json()).isEqualTo(bytes("b"));
    }

    @Test
    void aReaderOfTheLatestIsAnsweredByTheNext() throws InterruptedException, ExecutionException, TimeoutException {
        latest.become(bytes("a"));
        var seen = latest.after("", LONG).version();
        var next = CompletableFuture.supplyAsync(() -> latest.after(seen, LONG));
        latest.become(bytes("b"));
        assertThat(next.get(30, TimeUnit.SECONDS).json()).isEqualTo(bytes("b"));
    }

    @Test
    void theSameTextIsNoNewVersion() {
        latest.become(bytes("a"));
        var seen = latest.after("", LONG).version();
        latest.become(bytes("a"));
        assertThat(latest.after(seen, Duration.ofMillis(1)).version()).isEqualTo(seen);
    }

    @Test
    void anotherRunHasOtherVersions() {
        latest.become(bytes("a"));
        var restarted = new Latest("e2");
        restarted.become(bytes("a"));
        assertThat(restarted.after(latest.after("", LONG).version(), LONG).version())
                .startsWith("e2.");
    }

    @Test
    void closingEndsTheWaits() {
        latest.become(bytes("a"));
        var seen = latest.after("", LONG).version();
        latest.close();
        assertThat(latest.after(seen, LONG).version()).isEqualTo(seen);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
