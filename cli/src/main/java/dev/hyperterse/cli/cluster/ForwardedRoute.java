package dev.hyperterse.cli.cluster;

import dev.hyperterse.cli.client.Route;
import java.net.URI;
import java.util.Optional;

/** The way to a server of a cluster, through a port that is open as long as the route is. */
public record ForwardedRoute(Cluster cluster, ForwardedPort port) implements Route {
    /**
     * Takes the cluster over, and closes it with the route.
     *
     * @param namespace empty for that of the context
     * @throws UnreadableCluster when no replica of the server can be reached
     */
    public static ForwardedRoute open(Cluster cluster, Optional<String> namespace, String server) {
        try {
            return new ForwardedRoute(cluster, cluster.forward(namespace.orElseGet(cluster::namespace), server));
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    @Override
    public URI url() {
        return port.url();
    }

    @Override
    public Optional<String> failure() {
        return port.failure();
    }

    @Override
    public void close() {
        port.close();
        cluster.close();
    }
}
