package dev.hyperterse.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

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

    private final Latest<String> latest = new Latest<>("e1", "");

    @Test
    void aReaderOfAnEarlierVersionIsAnsweredAtOnce() {
        latest.become(_ -> "a");
        assertThat(latest.after("", LONG).value()).isEqualTo("a");
        var seen = latest.after("", LONG).version();
        latest.become(_ -> "b");
        assertThat(latest.after(seen, LONG).value()).isEqualTo("b");
    }

    @Test
    void aReaderOfTheLatestIsAnsweredByTheNext() throws InterruptedException, ExecutionException, TimeoutException {
        latest.become(_ -> "a");
        var seen = latest.after("", LONG).version();
        var next = CompletableFuture.supplyAsync(() -> latest.after(seen, LONG));
        latest.become(_ -> "b");
        assertThat(next.get(30, TimeUnit.SECONDS).value()).isEqualTo("b");
    }

    @Test
    void anEqualValueIsNoNewVersion() {
        latest.become(_ -> "a");
        var seen = latest.after("", LONG).version();
        latest.become(_ -> "a");
        assertThat(latest.after(seen, Duration.ofMillis(1)).version()).isEqualTo(seen);
    }

    @Test
    void anotherRunHasOtherVersions() {
        latest.become(_ -> "a");
        var restarted = new Latest<>("e2", "");
        restarted.become(_ -> "a");
        assertThat(restarted.after(latest.after("", LONG).version(), LONG).version())
                .startsWith("e2.");
    }

    @Test
    void closingEndsTheWaits() {
        latest.become(_ -> "a");
        var seen = latest.after("", LONG).version();
        latest.close();
        assertThat(latest.after(seen, LONG).version()).isEqualTo(seen);
    }
}
