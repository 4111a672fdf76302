package dev.hyperterse.cli.command.watch;

import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.cluster.ForwardedServer;
import dev.hyperterse.cli.cluster.UnreadableCluster;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import java.net.URI;
import java.util.Map;

/** A server for longer than a connection to it lasts. */
sealed interface WatchedServer extends AutoCloseable {
    URI url();

    /** The server in a message, however often the URL changes. */
    String name();

    /** Nothing came from that URL. @return the reason */
    String failed(URI url, String reason);

    @Override
    void close();

    record AtUrl(URI url) implements WatchedServer {
        @Override
        public String name() {
            return url.toString();
        }

        @Override
        public String failed(URI failed, String reason) {
            return reason;
        }

        @Override
        public void close() {}
    }

    /** @param name as it was given */
    record InCluster(Cluster cluster, ForwardedServer server, String name) implements WatchedServer {
        @Override
        public URI url() {
            return server.url();
        }

        @Override
        public String failed(URI failed, String reason) {
            return server.failed(failed).orElse(reason.replace(failed.toString(), name));
        }

        @Override
        public void close() {
            server.close();
            cluster.close();
        }
    }

    static Map<String, String> headers(CallTarget target) {
        return switch (target) {
            case CallTarget.Directory _ -> Map.of();
            case CallTarget.Url url -> url.headers();
            case CallTarget.ClusterServer server -> server.headers();
        };
    }

    static WatchedServer of(CallTarget target) {
        return switch (target) {
            case CallTarget.Directory directory ->
                throw new CommandFailure(
                        ExitCode.USAGE,
                        "nothing serves %s; give the URL that 'hyperterse dev' prints for its directory"
                                .formatted(directory.path()));
            case CallTarget.Url url -> new AtUrl(url.uri());
            case CallTarget.ClusterServer server -> {
                var cluster = server.cluster().get();
                try {
                    var namespace = server.namespace().orElseGet(cluster::namespace);
                    yield new InCluster(
                            cluster, new ForwardedServer(cluster, namespace, server.name()), "server/" + server.name());
                } catch (UnreadableCluster unreadable) {
                    cluster.close();
                    throw new CommandFailure(ExitCode.UNAVAILABLE, unreadable.getMessage(), unreadable);
                }
            }
        };
    }
}
