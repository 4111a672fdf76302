package dev.hyperterse.cli.console.cluster;

import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.cluster.ForwardedServer;
import dev.hyperterse.cli.cluster.UnreadableCluster;
import dev.hyperterse.cli.console.ClusterConsole;
import dev.hyperterse.cli.served.PortTaken;
import dev.hyperterse.cli.status.Diagnosis;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** The console of one server of a cluster, as long as it is open. */
public final class ClusterPage implements AutoCloseable {
    private static final Duration BETWEEN_READINGS = Duration.ofSeconds(5);

    private final Cluster cluster;
    private final Settings settings;
    private final ForwardedServer server;
    private final ClusterConsole console;
    private final Relay relay;
    private final RelayPort port;
    private final PeriodicWorker readings;

    /**
     * The server, and how it is shown.
     *
     * @param port 0 for any that is free
     * @param version of this command line
     */
    public record Settings(String namespace, String name, String operatorNamespace, int port, String version) {}

    private ClusterPage(Cluster cluster, Settings settings, ForwardedServer server) {
        this.cluster = cluster;
        this.settings = settings;
        this.server = server;
        this.relay = new Relay(server);
        this.console = new ClusterConsole(
                settings.namespace(),
                settings.name(),
                relay.path(),
                UUID.randomUUID().toString());
        read();
        this.port = RelayPort.open(settings.port(), console, relay);
        this.readings = PeriodicWorker.start("status", BETWEEN_READINGS, () -> {
            if (console.isWatched()) {
                read();
            }
        });
    }

    /**
     * Takes the cluster over, and closes it at the end.
     *
     * @throws UnreadableCluster when no replica can be reached
     * @throws PortTaken when another process listens there
     */
    public static ClusterPage open(Cluster cluster, Settings settings) {
        try {
            var server = new ForwardedServer(cluster, settings.namespace(), settings.name());
            try {
                return new ClusterPage(cluster, settings, server);
            } catch (RuntimeException failed) {
                server.close();
                throw failed;
            }
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:%d/".formatted(port.number()));
    }

    private void read() {
        try {
            console.show(cluster.observe(
                    Optional.of(settings.namespace()),
                    settings.operatorNamespace(),
                    (state, lookup) -> Diagnosis.of(
                            state,
                            lookup,
                            Optional.empty(),
                            settings.version(),
                            Clock.systemUTC().instant())));
        } catch (UnreadableCluster unreadable) {
            console.showUnreadable(unreadable.getMessage());
        }
    }

    @Override
    public void close() {
        readings.close();
        console.close();
        relay.close();
        port.close();
        server.close();
        cluster.close();
    }
}
