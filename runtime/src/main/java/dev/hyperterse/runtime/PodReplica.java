package dev.hyperterse.runtime;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.runtime.live.LiveCatalog.Refused;
import dev.hyperterse.runtime.source.kubernetes.CatalogReceiver;
import dev.hyperterse.runtime.source.kubernetes.ClusterCatalogs;
import dev.hyperterse.runtime.source.kubernetes.ClusterSeed;
import dev.hyperterse.runtime.source.kubernetes.FetchedCatalog;
import dev.hyperterse.runtime.source.kubernetes.Timing;
import dev.hyperterse.runtime.source.kubernetes.api.ClusterAccess;
import dev.hyperterse.telemetry.logging.LogOutput;
import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A replica in its pod: reads the first catalog and the seed of the session keys, opens the public port, and then serves each
 * published catalog. A catalog that it cannot serve is delivered again.
 */
public final class PodReplica implements CatalogReceiver, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PodReplica.class);

    private final InetSocketAddress address;
    private final Path dataDirectory;
    private final Path secrets;
    private final Observation observation;
    private final Runnable replaced;
    private final ClusterSeed seed;
    private final ClusterCatalogs catalogs;
    private final Counter live;
    private final Counter refused;
    private volatile Optional<Replica> replica = Optional.empty();
    private volatile Optional<PublicPort> port = Optional.empty();
    private Optional<String> servedUid = Optional.empty();

    /**
     * @param copyFolder stores catalog and seed for a restart of the container
     * @param address of the public port
     * @param replaced called when the server was deleted and created again, because this pod belongs to the former one
     */
    public PodReplica(
            ClusterAccess access,
            String server,
            Path copyFolder,
            Timing timing,
            Path dataDirectory,
            Path secrets,
            InetSocketAddress address,
            Observation observation,
            Runnable replaced) {
        this.address = address;
        this.dataDirectory = dataDirectory;
        this.secrets = secrets;
        this.observation = observation;
        this.replaced = replaced;
        this.seed = new ClusterSeed(access, server, copyFolder, timing);
        this.catalogs = new ClusterCatalogs(access, server, copyFolder, timing, this);
        this.live = swaps("live");
        this.refused = swaps("refused");
        observation
                .metrics()
                .gauge(
                        "hyperterse_catalog_up_to_date",
                        "1 while the published catalog could be read and is served.",
                        () -> catalogs.upToDate() ? 1 : 0);
    }

    public void start() {
        catalogs.start();
    }

    /** The public port, once it is open. */
    public Optional<Integer> port() {
        return port.map(PublicPort::port);
    }

    @Override
    public void serve(FetchedCatalog fetched) {
        if (servedUid.filter(uid -> !uid.equals(uid(fetched))).isPresent()) {
            exitForNewServer(fetched);
            return;
        }
        try {
            serveOrBegin(fetched);
            live.increment();
        } catch (RuntimeException unservable) {
            refused.increment();
            throw unservable;
        }
    }

    @Override
    public void stays(Revision revision, Optional<String> converged) {
        replica.ifPresent(serving -> {
            serving.restate(revision);
            converged.ifPresent(serving.streams()::converged);
        });
    }

    private void serveOrBegin(FetchedCatalog fetched) {
        var catalog = fetched.catalog();
        if (replica.isEmpty()) {
            begin(fetched);
        } else {
            var serving = replica.get();
            // Before the swap: not every replica serves the changes of this catalog yet.
            fetched.converged().ifPresent(serving.streams()::converged);
            var swapped = serving.swap(catalog, unread(fetched));
            LOG.atInfo()
                    .addKeyValue("event", "catalog_live")
                    .addKeyValue("revision", catalog.revision().position())
                    .addKeyValue("milliseconds", swapped.took().toMillis())
                    .addKeyValue("changed", swapped.lists())
                    .log("the catalog is live");
            fetched.converged().filter(catalog.revision().position()::equals).ifPresent(serving.streams()::servedLast);
        }
        LogOutput.ofThisProcess().level(catalog.server().logLevel());
        if (port.isEmpty()) {
            open();
        }
    }

    private void begin(FetchedCatalog fetched) {
        var keys = new SeedKeys(seed.first(), InstantSource.system(), seed::readSoon);
        var settings = new ReplicaSettings(dataDirectory, secrets, keys, false, Handover.standard());
        replica = Optional.of(new Replica(fetched.catalog(), unread(fetched), settings, observation));
        servedUid = Optional.of(uid(fetched));
        seed.follow(keys::become);
    }

    private void open() {
        var opened = PublicPort.open(replica.orElseThrow(), address);
        port = Optional.of(opened);
        LOG.atInfo()
                .addKeyValue("event", "ready")
                .addKeyValue("revision", observation.revision().report().position())
                .addKeyValue("port", opened.port())
                .log("serves");
    }

    /**
     * Sessions, pools and files belong to the server that this process began with, so the new server gets a new
     * process.
     */
    private void exitForNewServer(FetchedCatalog fetched) {
        LOG.atWarn()
                .addKeyValue("event", "server_replaced")
                .addKeyValue("server", fetched.catalog().server().identity().display())
                .log(
                        "the server was deleted and created again; the process exits, to restart as a replica of the new server");
        replaced.run();
    }

    private static String uid(FetchedCatalog fetched) {
        return fetched.catalog().server().identity().uid();
    }

    private static List<Refused> unread(FetchedCatalog fetched) {
        return fetched.refused().stream()
                .map(leaf -> new Refused(leaf.definition(), leaf.reason()))
                .toList();
    }

    private Counter swaps(String outcome) {
        return observation
                .metrics()
                .counter(
                        "hyperterse_catalog_swaps_total",
                        "Catalogs that this replica received, by outcome.",
                        Labels.of("outcome", outcome));
    }

    /** Lets calls finish and keeps following the published catalog: a grant can be revoked during a long drain. */
    @Override
    public void close() {
        observation.readiness().draining();
        var open = port;
        open.ifPresent(PublicPort::close);
        seed.close();
        catalogs.close();
        if (open.isEmpty()) {
            // The port opened during the shutdown.
            port.ifPresent(PublicPort::close);
        }
        replica.ifPresent(Replica::close);
    }
}
