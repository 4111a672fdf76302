package dev.hyperterse.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.Replicas;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConvergenceTest {
    private static final ServerKey SHOP = new ServerKey("shop", "shop");

    private final BlockingQueue<Replicas> seen = new LinkedBlockingQueue<>();
    private final Map<String, ReplicaAnswer> speaking = new ConcurrentHashMap<>();
    private List<RuntimeEndpoint> pods = List.of();
    private final Convergence convergence = new Convergence(_ -> pods, (_, replicas) -> seen.add(replicas), this::ask);

    @AfterEach
    void close() {
        convergence.close();
    }

    @Test
    void runningPodsAreAskedAndEndedOnesForgotten() throws InterruptedException {
        speaking.put("10.0.0.1", serving(7));
        speaking.put("10.0.0.2", serving(8));
        pods = List.of(running("a", "10.0.0.1"), running("b", "10.0.0.2"), pending("c"), ended("d"));
        convergence.podsChanged(SHOP);
        var all = await(it -> it.running().stream().allMatch(pod -> pod.answer().isPresent())
                && it.running().size() == 2);
        assertThat(all.existing())
                .as("pods that are to run, but for those that end")
                .isEqualTo(3);
        pods = List.of(running("b", "10.0.0.2"), ended("a"));
        convergence.podsChanged(SHOP);
        var one = await(it -> it.running().size() == 1);
        assertThat(one.existing()).isEqualTo(1);
        assertThat(one.running().getFirst().pod()).isEqualTo("b");
        pods = List.of();
        convergence.podsChanged(SHOP);
        assertThat(await(it -> it.existing() == 0)).isEqualTo(Replicas.NONE);
    }

    @Test
    void aNewPodAtTheAddressOfAnOldOneIsNotTakenForIt() throws InterruptedException {
        speaking.put("10.0.0.1", serving(7));
        pods = List.of(running("a", "10.0.0.1"));
        convergence.podsChanged(SHOP);
        await(it -> it.running().stream().anyMatch(pod -> pod.answer().isPresent()));
        speaking.clear();
        pods = List.of(running("b", "10.0.0.1"));
        convergence.podsChanged(SHOP);
        var first = await(it -> it.running().stream().anyMatch(pod -> pod.pod().equals("b")));
        assertThat(first.running().getFirst().answer()).isEmpty();
    }

    @Test
    void aPodThatGetsAnotherAddressIsAskedThere() throws InterruptedException {
        pods = List.of(running("a", "10.0.0.1"));
        convergence.podsChanged(SHOP);
        await(it -> it.running().stream().anyMatch(Replicas.Replica::asked));
        speaking.put("10.0.0.9", serving(7));
        pods = List.of(running("a", "10.0.0.9"));
        convergence.podsChanged(SHOP);
        await(it -> it.running().stream().anyMatch(pod -> pod.answer().equals(Optional.of(serving(7)))));
    }

    private Optional<ReplicaAnswer> ask(ServerKey server, RuntimeEndpoint pod, Optional<ReplicaAnswer> known)
            throws InterruptedException {
        var answer = speaking.get(pod.address());
        if (answer == null) {
            return Optional.empty();
        }
        if (answer.revision().equals(known.flatMap(ReplicaAnswer::revision))) {
            new CountDownLatch(1).await();
        }
        return Optional.of(answer);
    }

    private Replicas await(Predicate<Replicas> wanted) throws InterruptedException {
        while (true) {
            var next = seen.poll(30, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            if (wanted.test(next)) {
                return next;
            }
        }
    }

    private static ReplicaAnswer serving(long sequence) {
        return new ReplicaAnswer(
                Optional.of(new Revision("epoch", sequence, "digest")),
                Map.of(),
                List.of(),
                Map.of(),
                OptionalLong.empty());
    }

    private static RuntimeEndpoint running(String name, String address) {
        return new RuntimeEndpoint("uid-" + name, name, "1.0.0", address, 9090, true, true, false);
    }

    private static RuntimeEndpoint pending(String name) {
        return new RuntimeEndpoint("uid-" + name, name, "1.0.0", "", 9090, false, false, false);
    }

    private static RuntimeEndpoint ended(String name) {
        return new RuntimeEndpoint("uid-" + name, name, "1.0.0", "10.0.0.1", 9090, false, false, true);
    }
}
