package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
    void versionsThatGrowOrStayAreNoReasonToStartAgain() {
        looks("7", "7", "8", "10", "100");
        assertThat(restarts).isEmpty();
    }

    @Test
    void aVersionThatWentBackIsOne() {
        looks("10", "9");
        assertThat(restarts).containsExactly("the API server went back from version 10 to 9");
    }

    @Test
    void versionsThatWentBackDuringAShortOutageAreOne() {
        looks("10");
        away(Duration.ofSeconds(3));
        looks("9");
        assertThat(restarts).hasSize(1);
    }

    @Test
    void aShortOutageIsNone() {
        looks("10");
        away(Duration.ofSeconds(9));
        looks("11");
        assertThat(restarts).isEmpty();
    }

    /** Restored meanwhile, it may be further than it was. */
    @Test
    void anOutageInWhichAnEtcdCanBeRestoredIsOne() {
        looks("10");
        away(Duration.ofSeconds(11));
        assertThat(restarts).as("it cannot read anything yet").isEmpty();
        looks("11");
        assertThat(restarts).containsExactly("did not reach the API server for 11 s");
    }

    /** SIGSTOP, or a machine that was suspended. */
    @Test
    void aTimeInWhichTheProcessWasPausedIsOne() {
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

    @Test
    void whatCannotBeReadIsAskedForAgain() {
        version = () -> {
            throw new IllegalStateException("not a list");
        };
        watch.look();
        looks("10", "9");
        assertThat(restarts).hasSize(1);
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
