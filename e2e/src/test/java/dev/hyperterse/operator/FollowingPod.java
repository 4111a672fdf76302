package dev.hyperterse.operator;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.runtime.observe.AdminServer;
import dev.hyperterse.runtime.observe.Readiness;
import dev.hyperterse.runtime.observe.RevisionReport;
import dev.hyperterse.runtime.observe.ServedRevision;
import dev.hyperterse.runtime.source.kubernetes.CatalogReceiver;
import dev.hyperterse.runtime.source.kubernetes.ClusterCatalogs;
import dev.hyperterse.runtime.source.kubernetes.FetchedCatalog;
import dev.hyperterse.runtime.source.kubernetes.Timing;
import dev.hyperterse.runtime.source.kubernetes.api.ClusterAccess;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** A pod of a server as far as the operator sees it: the runtime's own follower and admin port, and a Pod that says where. */
final class FollowingPod implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition swapped = lock.newCondition();
    private final ServedRevision served = new ServedRevision();
    private final AdminServer admin;
    private final ClusterCatalogs catalogs;
    private final KubernetesClient client;
    private final Pod pod;
    private Optional<Catalog> current = Optional.empty();
    private String belongsTo = "";

    private FollowingPod(
            ControlPlane controlPlane,
            KubernetesClient client,
            String namespace,
            String server,
            String name,
            Path folder)
            throws IOException {
        this.client = client;
        this.admin = AdminServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new Readiness(),
                new MetricRegistry(),
                served);
        var token = Files.writeString(Files.createDirectories(folder).resolve("token"), controlPlane.adminToken());
        this.catalogs = new ClusterCatalogs(
                new ClusterAccess(
                        URI.create(controlPlane.url()),
                        token,
                        Optional.of(controlPlane.certificateAuthority()),
                        namespace),
                server,
                folder.resolve("copy"),
                Timing.STANDARD,
                new CatalogReceiver() {
                    @Override
                    public void serve(FetchedCatalog fetched) {
                        belongTo(fetched.catalog().server().identity().uid());
                        swap(fetched.catalog());
                    }

                    @Override
                    public void stays(Revision revision, Optional<String> converged) {
                        var same = current.orElseThrow();
                        swap(new Catalog(revision, same.server(), same.leaves(), same.values()));
                    }
                });
        this.pod = client.resource(pod(namespace, server, name)).create();
    }

    static FollowingPod start(
            ControlPlane controlPlane,
            KubernetesClient client,
            String namespace,
            String server,
            String name,
            Path folder)
            throws IOException {
        var following = new FollowingPod(controlPlane, client, namespace, server, name, folder);
        following.catalogs.start();
        following.setRunning();
        return following;
    }

    /** The catalog that is served, as soon as it is one of those. */
    Catalog await(Predicate<Catalog> wanted) throws InterruptedException {
        var remaining = PATIENCE.toNanos();
        lock.lock();
        try {
            while (current.filter(wanted).isEmpty()) {
                if (remaining <= 0) {
                    throw new AssertionError("not served within %s; served is %s".formatted(PATIENCE, current));
                }
                remaining = swapped.awaitNanos(remaining);
            }
            return current.get();
        } finally {
            lock.unlock();
        }
    }

    /** What is served of the tool at this moment. */
    Optional<Leaf> leaf(String publicName) {
        lock.lock();
        try {
            return current.flatMap(catalog -> leaf(catalog, publicName));
        } finally {
            lock.unlock();
        }
    }

    static Optional<Leaf> leaf(Catalog catalog, String publicName) {
        return catalog.leaves().stream()
                .filter(it -> it.publicName().equals(publicName))
                .findFirst();
    }

    private void swap(Catalog catalog) {
        lock.lock();
        try {
            current = Optional.of(catalog);
            served.follow(() -> new RevisionReport(
                    Optional.of(catalog.server().identity().display()),
                    Optional.of(catalog.revision()),
                    List.of(),
                    List.of(),
                    List.of()));
            swapped.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A pod of a cluster is made for its server; these exist before it, and stay when another takes its place. */
    private void belongTo(String server) {
        if (!server.equals(belongsTo)) {
            belongsTo = server;
            client.pods()
                    .inNamespace(pod.getMetadata().getNamespace())
                    .withName(pod.getMetadata().getName())
                    .edit(it -> new PodBuilder(it)
                            .editMetadata()
                            .addToAnnotations(WorkloadNames.SERVER_UID, server)
                            .endMetadata()
                            .build());
        }
    }

    private Pod pod(String namespace, String server, String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .withLabels(Map.of(WorkloadNames.SERVER_LABEL, server))
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("runtime")
                .withImage("registry.example/runtime")
                .addNewPort()
                .withName("admin")
                .withContainerPort(admin.port())
                .endPort()
                .endContainer()
                .endSpec()
                .build();
    }

    private void setRunning() {
        client.resource(new PodBuilder(pod)
                        .withNewStatus()
                        .withPhase("Running")
                        .withPodIP("127.0.0.1")
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .endCondition()
                        .endStatus()
                        .build())
                .updateStatus();
    }

    @Override
    public void close() {
        client.resource(pod).withGracePeriod(0).delete();
        catalogs.close();
        admin.close();
    }
}
