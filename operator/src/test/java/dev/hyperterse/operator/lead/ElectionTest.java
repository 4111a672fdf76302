package dev.hyperterse.operator.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.publish.PublicationException;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ElectionTest {
    private static final LeaseName LEASE = new LeaseName("system", "operator");
    private static final LeaseTimings QUICK =
            new LeaseTimings(Duration.ofSeconds(8), Duration.ofSeconds(3), Duration.ofMillis(50));

    private static final LeaseTimings LONG =
            new LeaseTimings(Duration.ofHours(1), Duration.ofMinutes(30), Duration.ofMillis(50));

    /** Its second renewal comes after the test. */
    private static final LeaseTimings LONG_PAUSE =
            new LeaseTimings(Duration.ofHours(3), Duration.ofHours(2), Duration.ofHours(1));

    /** Requests fail as those of the process do: others are repeated for 19 seconds, which {@code awaitEnd} waits for. */
    private final KubernetesClient nowhere = ClusterClient.connect(ClusterClient.failingFast(
            new ConfigBuilder(Config.empty())
                    .withMasterUrl("http://127.0.0.1:1")
                    .build(),
            Duration.ofSeconds(10)));

    private final Election election = new Election(nowhere, LEASE, "operator-0", LeaseTimings.STANDARD);

    @AfterEach
    void close() {
        nowhere.close();
    }

    /** SIGTERM while the cluster is still being read. */
    @Test
    void closedBeforeItStartedItNeverStands() {
        var called = new AtomicBoolean();
        assertThatCode(election::close).doesNotThrowAnyException();
        election.start(() -> called.set(true), () -> called.set(true));
        assertThat(called).isFalse();
        assertThat(election.confirmed()).isFalse();
    }

    /** SIGTERM on standby, or while the API server is away. */
    @Test
    void closedOnStandbyItSaysNothingOfALostLease() throws InterruptedException {
        var called = new AtomicBoolean();
        election.start(() -> called.set(true), () -> called.set(true));
        election.close();
        assertThat(election.awaitEnd(Duration.ofSeconds(30))).isTrue();
        assertThat(called).isFalse();
    }

    @Test
    void theLeaseIsGivenToTheNext() throws InterruptedException {
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var second = new Election(client, LEASE, "operator-1", LONG)) {
            var first = new Election(client, LEASE, "operator-0", LONG);
            var won = new Semaphore(0);
            first.start(won::release, () -> {});
            await(won);
            assertThat(first.confirmed()).isTrue();
            second.start(won::release, () -> {});
            assertThat(second.confirmed()).isFalse();
            first.close();
            await(won);
            assertThat(second.confirmed()).isTrue();
            assertThat(first.confirmed()).isFalse();
        }
    }

    @Test
    void aLeaseThatAnotherTakesEndsTheLeadership() throws InterruptedException {
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var taken = new Election(client, LEASE, "operator-0", QUICK)) {
            var won = new Semaphore(0);
            var lost = new Semaphore(0);
            taken.start(won::release, lost::release);
            await(won);
            client.leases()
                    .inNamespace("system")
                    .withName("operator")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"holderIdentity\": \"operator-1\"}}");
            await(lost);
            assertThat(taken.confirmed()).isFalse();
        }
    }

    /** The API server is away for longer than a leader may go on without it. */
    @Test
    void aLeaseThatCannotBeRenewedEndsTheLeadership() throws InterruptedException {
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var leads = new Election(client, LEASE, "operator-0", QUICK)) {
            var won = new Semaphore(0);
            var lost = new Semaphore(0);
            leads.start(won::release, lost::release);
            await(won);
            apiServer.refuse("operator", 503);
            await(lost);
            apiServer.allow("operator");
            assertThat(leads.confirmed())
                    .as("another process may have led meanwhile")
                    .isFalse();
        }
    }

    /** The lease holds for an hour; the same pod, started again, is the process that the lease names. */
    @Test
    void afterACrashTheSamePodLeadsAtOnce() throws InterruptedException {
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var other = new Election(client, LEASE, "operator-1", LONG);
                var restarted = new Election(client, LEASE, "operator-0", LONG)) {
            client.resource(new LeaseBuilder()
                            .withNewMetadata()
                            .withNamespace("system")
                            .withName("operator")
                            .endMetadata()
                            .withNewSpec()
                            .withHolderIdentity("operator-0")
                            .withLeaseDurationSeconds((int) LONG.lease().toSeconds())
                            .withLeaseTransitions(1)
                            .withAcquireTime(ZonedDateTime.now(ZoneOffset.UTC))
                            .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                            .endSpec()
                            .build())
                    .create();
            var otherWon = new AtomicBoolean();
            var won = new Semaphore(0);
            other.start(() -> otherWon.set(true), () -> {});
            restarted.start(won::release, () -> {});
            await(won);
            assertThat(restarted.confirmed()).isTrue();
            assertThat(otherWon).isFalse();
        }
    }

    /** What cannot be known is not answered: a write that depends on it is tried again. */
    @Test
    void aLeaseThatCannotBeReadConfirmsNothing() throws InterruptedException {
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var leads = new Election(client, LEASE, "operator-0", LeaseTimings.STANDARD)) {
            var won = new Semaphore(0);
            leads.start(won::release, () -> {});
            await(won);
            apiServer.refuse("operator", 500);
            assertThatThrownBy(leads::confirmed).isInstanceOf(PublicationException.class);
        }
    }

    /** The elector goes on as if nothing was, so what is dropped now is dropped for good. */
    @Test
    void aDeletedLeaseConfirmsNothing() throws InterruptedException {
        try (var apiServer = new MockApiServer();
                var client = apiServer.connect();
                var leads = new Election(client, LEASE, "operator-0", LONG_PAUSE)) {
            var won = new Semaphore(0);
            leads.start(won::release, () -> {});
            await(won);
            awaitFirstRenewal(client);
            client.leases().inNamespace("system").withName("operator").delete();
            assertThatThrownBy(leads::confirmed).isInstanceOf(PublicationException.class);
        }
    }

    /** It follows the election at once, and makes a lease again that was deleted before it. */
    private static void awaitFirstRenewal(KubernetesClient client) {
        var deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        var lease = client.leases().inNamespace("system").withName("operator");
        while (!lease.get()
                .getSpec()
                .getRenewTime()
                .isAfter(lease.get().getSpec().getAcquireTime())) {
            assertThat(System.nanoTime()).as("the first renewal").isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void await(Semaphore signal) throws InterruptedException {
        assertThat(signal.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }
}
