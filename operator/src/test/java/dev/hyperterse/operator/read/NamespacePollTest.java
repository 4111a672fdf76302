package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NamespacePollTest {
    private final FollowedCluster cluster = new FollowedCluster();
    private final Semaphore changes = new Semaphore(0);
    private final NamespaceLabels labels =
            new NamespacePoll(List.of("team", "gone"), cluster.client(), Duration.ofMillis(5), changes::release);

    @AfterEach
    void close() {
        labels.close();
        cluster.close();
    }

    @Test
    void labelsAppearAndDisappear() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"));
        assertThat(labelsOfTeam()).hasValue(Map.of());
        cluster.label("team", Map.of("team", "a"));
        awaitChange();
        assertThat(labelsOfTeam()).hasValue(Map.of("team", "a"));
        cluster.label("team", Map.of());
        awaitChange();
        assertThat(labelsOfTeam()).hasValue(Map.of());
    }

    @Test
    void labelsThatCannotBeReadStayAsTheyWere() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"));
        cluster.label("team", Map.of("team", "a"));
        assertThat(labelsOfTeam()).hasValue(Map.of("team", "a"));
        cluster.apiServer().refuse("team", 503);
        cluster.apiServer().awaitRefusals("team", 3);
        assertThat(labelsOfTeam()).hasValue(Map.of("team", "a"));
        assertThat(changes.availablePermits()).isZero();
    }

    /** A selector that is evaluated without them would take tools away. */
    @Test
    void theFirstLabelsHaveToBeRead() {
        cluster.create(FollowedCluster.namespace("team"));
        cluster.apiServer().refuse("team", 503);
        assertThatThrownBy(labels::all).isInstanceOf(NotReadYet.class);
        cluster.apiServer().allow("team");
        assertThat(labelsOfTeam()).hasValue(Map.of());
    }

    @Test
    void aChangeThatCannotBeToldEndsNothing() throws InterruptedException {
        cluster.create(FollowedCluster.namespace("team"));
        Runnable failing = () -> {
            changes.release();
            throw new IllegalStateException("as the test wants it");
        };
        try (var poll = new NamespacePoll(List.of("team"), cluster.client(), Duration.ofMillis(5), failing)) {
            poll.all();
            for (var label : List.of("a", "b")) {
                cluster.label("team", Map.of("team", label));
                awaitChange();
            }
        }
    }

    private Optional<Map<String, String>> labelsOfTeam() {
        return labels.all().labels("team");
    }

    private void awaitChange() throws InterruptedException {
        assertThat(changes.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }
}
