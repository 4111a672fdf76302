package dev.hyperterse.operator.read.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiServerWatchTest {
    private static final Supplier<String> AWAY = () -> {
        throw new KubernetesClientException("cannot connect");
    };

    private final List<String> restarts = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private Supplier<String> version = () -> "";
    private final ApiServerWatch watch = new ApiServerWatch(() -> version.get(), () -> now, restarts::add);

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void versionsThatGrowOrStayCauseNoRestart() {
        looks("7", "7", "8", "10", "100");
        assertThat(restarts).isEmpty();
    }

    @Test
    void aVersionThatWentBackCausesARestart() {
        looks("10", "9");
        assertThat(restarts).containsExactly("the API server went back from version 10 to 9");
    }

    @Test
    void aVersionThatWentBackDuringAShortOutageCausesARestart() {
        looks("10");
        away(Duration.ofSeconds(3));
        looks("9");
        assertThat(restarts).hasSize(1);
    }

    @Test
    void aShortOutageCausesNoRestart() {
        looks("10");
        away(Duration.ofSeconds(9));
        looks("11");
        assertThat(restarts).isEmpty();
    }

    /** Restored meanwhile, it may be further than it was. */
    @Test
    void anOutageInWhichAnEtcdCanBeRestoredCausesARestart() {
        looks("10");
        away(Duration.ofSeconds(11));
        assertThat(restarts).as("it cannot read anything yet").isEmpty();
        looks("11");
        assertThat(restarts).containsExactly("did not reach the API server for 11 s");
    }

    /** SIGSTOP, or a machine that was suspended. */
    @Test
    void aPauseOfTheProcessCausesARestart() {
        looks("10");
        now = now.plusSeconds(60);
        looks("11");
        assertThat(restarts).hasSize(1);
    }

    @Test
    void aRefusalIsAnAnswerAndNotAnOutage() {
        looks("10");
        version = () -> {
            throw new KubernetesClientException("forbidden", 403, null);
        };
        for (var second = 0; second < 20; second++) {
            now = now.plusSeconds(1);
            watch.look();
        }
        looks("11");
        assertThat(restarts).isEmpty();
    }

    /** As production runs it. An error ends a scheduled task for good unless it is caught. */
    @Test
    void aFailedLookIsFollowedByTheNext() throws InterruptedException {
        var looks = new Semaphore(0);
        version = () -> {
            looks.release();
            throw new StackOverflowError();
        };
        watch.start();
        assertThat(looks.tryAcquire(2, 1, TimeUnit.MINUTES)).isTrue();
    }

    /** One look each second: + is answered, - is not. */
    @ParameterizedTest
    @CsvSource({"++++, ''", "+-+-+, ''", "+--+, bE", "+-----+++, bE", "--+--+, bEbE", "+---, b"})
    void beginAndEndOfAnOutageAreLoggedOnce(String looks, String logged) {
        var lines = new StringBuilder();
        for (var look : looks.toCharArray()) {
            now = now.plusSeconds(1);
            var before = watch.unreachable();
            version = look == '+' ? () -> "10" : AWAY;
            watch.look();
            if (watch.unreachable() != before) {
                lines.append(before ? "E" : "b");
            }
        }
        assertThat(lines).hasToString(logged);
    }

    @Test
    void theReasonIsInWords() {
        var refused = new IOException(new ConnectException());
        refused.getCause().initCause(new ClosedChannelException());
        assertThat(ApiServerWatch.reason(new IllegalStateException("Operation: [get] failed", refused)))
                .isEqualTo("cannot connect");
        assertThat(ApiServerWatch.reason(new IllegalStateException("503 from the front")))
                .isEqualTo("503 from the front");
        assertThat(ApiServerWatch.reason(
                        new IllegalStateException("Operation: [get] failed", new IOException("request timed out"))))
                .isEqualTo("request timed out");
    }

    private void looks(String... versions) {
        for (var next : versions) {
            version = () -> next;
            watch.look();
        }
    }

    private void away(Duration outage) {
        version = AWAY;
        for (var second = 0; second < outage.toSeconds(); second++) {
            now = now.plusSeconds(1);
            watch.look();
        }
    }
}
