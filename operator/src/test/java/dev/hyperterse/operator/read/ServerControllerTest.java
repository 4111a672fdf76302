package dev.hyperterse.operator.read;

import static dev.hyperterse.operator.read.FollowedCluster.OWN_NAMESPACE;
import static dev.hyperterse.operator.read.FollowedCluster.PATIENCE;
import static dev.hyperterse.operator.read.FollowedCluster.SHOP;
import static dev.hyperterse.operator.read.FollowedCluster.TEAM_A;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerControllerTest {
    private static final String GONE = "gone";

    @AutoClose
    private final FollowedCluster cluster = new FollowedCluster();

    private final ServerController controller = cluster.view().controller();

    /** The uid of the server in each round that has begun. */
    private final BlockingQueue<String> rounds = new LinkedBlockingQueue<>();

    private final Semaphore mayEnd = new Semaphore(0);

    @BeforeEach
    void follow() throws InterruptedException {
        cluster.create(cluster.server(OWN_NAMESPACE));
        cluster.follow();
    }

    @Test
    void offersInARoundMakeOneMore() throws InterruptedException {
        controller.begin(this::waitingRound);
        controller.offer(SHOP);
        nextRound();
        for (var offer = 0; offer < 100; offer++) {
            controller.offer(SHOP);
        }
        assertThat(rounds).isEmpty();
        assertThat(controller.size()).isOne();
        mayEnd.release(2);
        nextRound();
        controller.end(PATIENCE);
        assertThat(rounds).isEmpty();
        assertThat(controller.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, NoClassDefFoundError.class})
    void aFailedReconciliationIsRepeated(Class<? extends Throwable> failure) throws InterruptedException {
        controller.begin(server -> {
            begun(server);
            if (rounds.size() < 3) {
                fail(failure);
            }
        });
        controller.offer(SHOP);
        assertThat(mayEnd.tryAcquire(3, PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(rounds).containsOnly(uid()).hasSize(3);
        controller.end(PATIENCE);
        assertThat(controller.size()).isZero();
    }

    @Test
    void aServerThatIsOfferedDuringItsReconciliationStaysCounted() throws InterruptedException {
        controller.begin(server -> {
            rounds.add(uid());
            if (mayEnd.tryAcquire()) {
                controller.offer(SHOP);
            } else {
                mayEnd.acquireUninterruptibly();
            }
        });
        mayEnd.release();
        controller.offer(SHOP);
        nextRound();
        while (rounds.isEmpty()) {
            assertThat(controller.size()).isOne();
        }
        mayEnd.release();
    }

    @Test
    void aDeletedServerGetsAReconciliation() throws InterruptedException {
        controller.begin(this::begun);
        delete();
        assertThat(nextRound()).isEqualTo(GONE);
    }

    /** As kubectl replace --force and delivery tools do. The SDK drops what it hears while it works on a deletion. */
    @Test
    void aServerThatIsRecreatedDuringAReconciliationIsReconciled() throws InterruptedException {
        controller.begin(this::waitingRound);
        controller.offer(SHOP);
        var before = nextRound();
        delete();
        cluster.create(cluster.server(OWN_NAMESPACE));
        cluster.await(new ClusterEvent.ServerAffected(SHOP), new ClusterEvent.PodsChanged(SHOP));
        while (uid().equals(before) || uid().equals(GONE)) {
            cluster.await(new ClusterEvent.ServerAffected(SHOP));
        }
        mayEnd.release();
        assertThat(nextRound()).isEqualTo(uid());
        controller.submit(SHOP);
        mayEnd.release();
        assertThat(nextRound()).as("of what is heard in that round").isEqualTo(uid());
        mayEnd.release(10);
    }

    @Test
    void noReconciliationBeginsAfterTheEnd() throws InterruptedException {
        controller.begin(this::waitingRound);
        controller.offer(SHOP);
        nextRound();
        controller.end(Duration.ZERO);
        controller.offer(SHOP);
        controller.begin(_ -> rounds.add("of the next"));
        mayEnd.release(2);
        controller.offer(SHOP);
        assertThat(nextRound()).isEqualTo("of the next");
    }

    @Test
    void reconciliationsBeginAgainAfterAnEndThatHasWaited() throws InterruptedException {
        controller.begin(_ -> rounds.add("of the first"));
        controller.offer(SHOP);
        assertThat(nextRound()).isEqualTo("of the first");
        controller.end(PATIENCE);
        controller.begin(_ -> rounds.add("of the next"));
        controller.offer(SHOP);
        assertThat(nextRound()).isEqualTo("of the next");
    }

    @Test
    void theEndWaitsForARunningReconciliation() throws InterruptedException {
        controller.begin(this::waitingRound);
        controller.offer(SHOP);
        nextRound();
        var ended = CompletableFuture.runAsync(() -> controller.end(PATIENCE), Thread::startVirtualThread);
        assertThat(ended).isNotDone();
        mayEnd.release();
        assertThat(ended).succeedsWithin(PATIENCE);
    }

    /** Its answer has the version of the edit, which is no reason to take the edit for an own write. */
    @Test
    void anEditDuringANoOpStatusWriteIsReconciled() throws InterruptedException {
        var generations = new LinkedBlockingQueue<Long>();
        cluster.view().listen(event -> {
            if (event instanceof ClusterEvent.ServerAffected(var server)) {
                controller.offer(server);
            }
        });
        controller.begin(server -> {
            var seen = cluster.view().server(server).orElseThrow();
            if (generations.isEmpty()) {
                edit();
                cluster.client().resource(stored().get()).updateStatus();
            }
            generations.add(seen.getMetadata().getGeneration());
        });
        controller.offer(SHOP);
        for (var generation = 0L; generation != 2; ) {
            generation = Optional.ofNullable(generations.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .orElseThrow();
        }
    }

    private void edit() {
        stored().edit(it -> {
            var edited = cluster.server(TEAM_A);
            edited.setMetadata(it.getMetadata());
            return edited;
        });
    }

    private Resource<HyperterseServer> stored() {
        return cluster.client()
                .resources(HyperterseServer.class)
                .inNamespace(SHOP.namespace())
                .withName(SHOP.name());
    }

    /** A status that is written in the last moment would say that the server does not exist. */
    @Test
    void aClosedControllerDoesNotReportServersAsGone() {
        controller.close();
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> cluster.view().server(SHOP));
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> cluster.view().servers());
    }

    private void begun(ServerKey server) {
        rounds.add(uid());
        mayEnd.release();
    }

    private void waitingRound(ServerKey server) {
        rounds.add(uid());
        mayEnd.acquireUninterruptibly();
    }

    private String nextRound() throws InterruptedException {
        var round = rounds.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(round).isNotNull();
        return round;
    }

    private String uid() {
        return cluster.view().server(SHOP).map(it -> it.getMetadata().getUid()).orElse(GONE);
    }

    private void delete() {
        stored().delete();
    }

    private static void fail(Class<? extends Throwable> failure) {
        if (failure == NoClassDefFoundError.class) {
            throw new NoClassDefFoundError("as the test wants it");
        }
        throw new IllegalStateException("as the test wants it");
    }
}
