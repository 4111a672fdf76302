package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator that dies between two writes of a publication, before each of them in turn, on a real API server. After
 * each death a replica boots; it serves the whole catalog of before or the whole one of after, and so does one that has
 * been watching all the time. Then the next operator completes what was begun.
 */
@RealApiServer
class PublisherOnApiServerIT {
    /** More writes than any of these publications takes: the loop ends at the first that nothing kills. */
    private static final int MANY = 100;

    private static final int PROMPTS = 6;
    private static final BootingReplica FIRST = Shop.served(prompts("first"), "s3cret");
    private static final BootingReplica SECOND = Shop.served(prompts("second"), "new");

    private final String namespace = "deaths-" + UUID.randomUUID().toString().substring(0, 8);
    private KubernetesClient client;
    private ControlPlane controlPlane;

    @TempDir
    private Path folder;

    @BeforeEach
    void connect(ControlPlane running) {
        controlPlane = running;
        client = ClusterClient.connect(
                Config.fromKubeconfig(controlPlane.kubeconfig().toFile()));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void killedBetweenAnyTwoWritesOfAFirstPublication() throws Exception {
        var deaths = 0;
        for (var killed = true; killed; deaths++) {
            var server = server("first", deaths);
            killed = dies(server, "e1", deaths, FIRST);
            if (published(server)) {
                assertThat(boots(server, "after")).containsExactly(FIRST);
            }
            publish(server, "e2", FIRST);
            assertThat(boots(server, "next")).containsExactly(FIRST);
        }
        // The claim, the slots, the values, the index.
        assertThat(deaths).isGreaterThan(4);
    }

    @Test
    void killedBetweenAnyTwoWritesOfATakeoverThatChangesEverything() throws Exception {
        var deaths = 0;
        for (var killed = true; killed; deaths++) {
            var server = server("takeover", deaths);
            publish(server, "e1", FIRST);
            killed = diesAndIsSucceeded(server, "e2", deaths);
        }
        assertThat(deaths).isGreaterThan(4);
    }

    @Test
    void killedBetweenAnyTwoWritesOfAnUpdateByWhoPublishedBefore() throws Exception {
        var deaths = 0;
        for (var killed = true; killed; deaths++) {
            var server = server("update", deaths);
            var doomed = new DoomedStore(store(server));
            var publisher = publisher(server, "e1", doomed);
            publish(publisher, server, FIRST);
            doomed.survives(deaths);
            // It knows what it wrote and reads nothing.
            killed = watched(server, () -> publishAgain(publisher, server, SECOND));
        }
        assertThat(deaths).isGreaterThan(4);
    }

    private boolean diesAndIsSucceeded(ServerIdentity server, String epoch, int survived) throws Exception {
        return watched(server, () -> publish(doomed(server, epoch, survived), server, SECOND));
    }

    /** Whether the publication of the second catalog was killed; what replicas serve meanwhile and after it is checked. */
    private boolean watched(ServerIdentity server, Runnable publication) throws Exception {
        try (var watching = replica(server, "watching")) {
            watching.awaitServes(FIRST);
            var killed = isKilled(publication);
            assertThat(boots(server, "after")).isSubsetOf(FIRST, SECOND).hasSize(1);
            publish(server, "e3", SECOND);
            watching.awaitServes(SECOND);
            assertThat(watching.served()).containsExactly(FIRST, SECOND);
            assertThat(boots(server, "next")).containsExactly(SECOND);
            return killed;
        }
    }

    private boolean dies(ServerIdentity server, String epoch, int survived, BootingReplica wanted) {
        return isKilled(() -> publish(doomed(server, epoch, survived), server, wanted));
    }

    private static boolean isKilled(Runnable publication) {
        try {
            publication.run();
            return false;
        } catch (Killed dead) {
            return true;
        }
    }

    private Publisher doomed(ServerIdentity server, String epoch, int survived) {
        var store = new DoomedStore(store(server));
        store.survives(survived);
        return publisher(server, epoch, store);
    }

    private void publish(ServerIdentity server, String epoch, BootingReplica wanted) {
        publish(publisher(server, epoch, store(server)), server, wanted);
    }

    /** As the operator does it: what is committed is taken over before anything is judged. */
    private static void publish(Publisher publisher, ServerIdentity server, BootingReplica wanted) {
        assertThat(publisher.takeOver()).isTrue();
        publishAgain(publisher, server, wanted);
    }

    private static void publishAgain(Publisher publisher, ServerIdentity server, BootingReplica wanted) {
        var password = wanted.values().values().iterator().next();
        assertThat(publisher.publish(Shop.desired(server, wanted.prompts(), password)))
                .isInstanceOfAny(PublicationOutcome.Published.class, PublicationOutcome.Unchanged.class);
    }

    private static Publisher publisher(ServerIdentity server, String epoch, ObjectStore store) {
        return new Publisher(store, () -> true, () -> UUID.randomUUID().toString(), server, epoch);
    }

    private ClusterStore store(ServerIdentity server) {
        return new ClusterStore(client, owner(server), () -> {});
    }

    private boolean published(ServerIdentity server) {
        return Optional.ofNullable(client.configMaps()
                        .inNamespace(namespace)
                        .withName(ObjectName.index(server).name())
                        .get())
                .filter(index -> index.getData().containsKey("index.json"))
                .isPresent();
    }

    private List<BootingReplica> boots(ServerIdentity server, String name) throws Exception {
        try (var replica = replica(server, name)) {
            return replica.served();
        }
    }

    private WatchingReplica replica(ServerIdentity server, String name) throws IOException {
        return new WatchingReplica(
                controlPlane, server, folder.resolve(server.name()).resolve(name));
    }

    /** Each death happens to a server of its own; one that exists, for what is published belongs to it. */
    private ServerIdentity server(String scenario, int death) {
        assertThat(death).isLessThan(MANY);
        var owner = client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(scenario + "-" + death)
                        .endMetadata()
                        .build())
                .create()
                .getMetadata();
        return new ServerIdentity(namespace, owner.getName(), owner.getUid(), 1);
    }

    private static ConfigMap owner(ServerIdentity server) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(server.name())
                .withUid(server.uid())
                .endMetadata()
                .build();
    }

    private static Map<String, String> prompts(String description) {
        var prompts = new TreeMap<String, String>();
        IntStream.range(0, PROMPTS).forEach(number -> prompts.put("prompt-" + number, description));
        return prompts;
    }

    /** The API server as a process sees it that dies before one of its writes. */
    private static final class DoomedStore implements ObjectStore {
        private final ObjectStore store;
        private int left = Integer.MAX_VALUE;

        DoomedStore(ObjectStore store) {
            this.store = store;
        }

        void survives(int writes) {
            left = writes;
        }

        @Override
        public Optional<StoredObject> read(ObjectName name) {
            return store.read(name);
        }

        @Override
        public Optional<StoredObject> write(ObjectName name, Map<String, byte[]> entries, Optional<String> replacing) {
            if (left-- <= 0) {
                throw new Killed();
            }
            return store.write(name, entries, replacing);
        }
    }

    /** The process is gone at this point. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
