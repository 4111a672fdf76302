package dev.hyperterse.cli.cluster;

import java.net.URI;
import java.util.Optional;

/** A server of a cluster for longer than its replicas live: a port that failed is opened again, to a ready replica. */
public final class ForwardedServer implements AutoCloseable {
    private final Cluster cluster;
    private final String namespace;
    private final String name;
    private ForwardedPort port;

    /** @throws UnreadableCluster when no replica can be reached */
    public ForwardedServer(Cluster cluster, String namespace, String name) {
        this.cluster = cluster;
        this.namespace = namespace;
        this.name = name;
        this.port = cluster.forward(namespace, name);
    }

    /** The URL of the endpoint, until it fails. */
    public synchronized URI url() {
        return port.url();
    }

    /**
     * Opens the port again, if nothing came through the one at that URL.
     *
     * @return why nothing came, as far as the cluster says so
     */
    public synchronized Optional<String> failed(URI url) {
        var reason = port.failure();
        if (url.equals(port.url())) {
            try {
                var next = cluster.forward(namespace, name);
                port.close();
                port = next;
            } catch (UnreadableCluster unreachable) {
                reason = Optional.ofNullable(unreachable.getMessage());
            }
        }
        return reason;
    }

    @Override
    public synchronized void close() {
        port.close();
    }
}
