package dev.hyperterse.operator.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.runtime.source.kubernetes.CatalogReceiver;
import dev.hyperterse.runtime.source.kubernetes.ClusterCatalogs;
import dev.hyperterse.runtime.source.kubernetes.FetchedCatalog;
import dev.hyperterse.runtime.source.kubernetes.Timing;
import dev.hyperterse.runtime.source.kubernetes.api.ClusterAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A replica as far as it follows the API server: the runtime's own reading and watching, and all it was handed. */
final class WatchingReplica implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final List<BootingReplica> served = new ArrayList<>();
    private final ClusterCatalogs catalogs;

    /** @param folder not used by another one */
    WatchingReplica(ControlPlane controlPlane, ServerIdentity server, Path folder) throws IOException {
        var token = Files.writeString(Files.createDirectories(folder).resolve("token"), controlPlane.adminToken());
        var access = new ClusterAccess(
                URI.create(controlPlane.url()),
                token,
                Optional.of(controlPlane.certificateAuthority()),
                server.namespace());
        this.catalogs = new ClusterCatalogs(
                access, server.name(), folder.resolve("copy"), Timing.STANDARD, new CatalogReceiver() {
                    @Override
                    public void serve(FetchedCatalog fetched) {
                        serveNow(fetched.catalog());
                    }

                    @Override
                    public void stays(Revision revision, Optional<String> converged) {
                        // What is served is the same.
                    }
                });
        catalogs.start();
    }

    private synchronized void serveNow(Catalog catalog) {
        var prompts = new TreeMap<String, String>();
        catalog.leaves().forEach(leaf -> {
            if (leaf instanceof PromptLeaf prompt) {
                prompts.put(prompt.name(), prompt.description().orElseThrow());
            }
        });
        var values = new TreeMap<String, String>();
        catalog.values().entries().forEach((key, value) -> values.put(key.name(), value));
        served.add(new BootingReplica(prompts, values));
        notifyAll();
    }

    /** Everything it has served, as soon as there is something. */
    synchronized List<BootingReplica> served() throws InterruptedException {
        awaitThat(() -> !served.isEmpty());
        return List.copyOf(served);
    }

    synchronized void awaitServes(BootingReplica wanted) throws InterruptedException {
        awaitThat(() -> !served.isEmpty() && served.getLast().equals(wanted));
    }

    private void awaitThat(BooleanSupplier condition) throws InterruptedException {
        var until = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("served so far: %s", served).isLessThan(until);
            TimeUnit.NANOSECONDS.timedWait(this, until - System.nanoTime());
        }
    }

    @Override
    public void close() {
        catalogs.close();
    }
}
