package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerEventsTest {
    private final List<String> order = new CopyOnWriteArrayList<>();
    private final ServerEvents events = new ServerEvents(_ -> order.add("deleted"));
    private final HyperterseServer server = new HyperterseServer();

    @BeforeEach
    void name() {
        server.setMetadata(
                new ObjectMetaBuilder().withNamespace("shop").withName("shop").build());
    }

    /** After its deletion, a change of it makes SDK 5.2.3 forget the deletion if the round that runs fails. */
    @Test
    void aServerThatWasFoundIsSubmittedBeforeItsDeletion() throws InterruptedException {
        var submitting = new CountDownLatch(1);
        var deletionWaits = new CountDownLatch(1);
        events.setEventHandler(_ -> {
            submitting.countDown();
            awaitUninterruptibly(deletionWaits);
            order.add("submitted");
        });
        var submission = Thread.ofPlatform().start(() -> events.reconcile(() -> Optional.of(server)));
        submitting.await();
        var deletion = Thread.ofPlatform().start(() -> events.onResourceDeleted(server));
        while (deletion.getState() != Thread.State.BLOCKED && deletion.isAlive()) {
            LockSupport.parkNanos(1_000_000);
        }
        deletionWaits.countDown();
        submission.join();
        deletion.join();
        assertThat(order).containsExactly("submitted", "deleted");
    }

    @Test
    void aServerThatIsNotKnownIsNotSubmitted() {
        events.setEventHandler(_ -> order.add("submitted"));
        assertThat(events.reconcile(Optional::empty)).isFalse();
        assertThat(order).isEmpty();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
