package dev.hyperterse.cli.cluster;

import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ConnectionFailure;
import dev.hyperterse.cli.client.RemoteConnection;
import dev.hyperterse.cli.client.ToolAnswer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** A server of a cluster, through a port that is open as long as the connection is. */
public final class ForwardedConnection implements Connection {
    private final Cluster cluster;
    private final ForwardedPort port;
    private final RemoteConnection through;

    private ForwardedConnection(Cluster cluster, ForwardedPort port, RemoteConnection through) {
        this.cluster = cluster;
        this.port = port;
        this.through = through;
    }

    /**
     * Takes the cluster over, and closes it with the connection.
     *
     * @param version of this client
     * @throws UnreadableCluster when no replica of the server can be reached
     * @throws ConnectionFailure when it refuses the client
     */
    public static ForwardedConnection open(
            Cluster cluster,
            String namespace,
            String server,
            Map<String, String> headers,
            String version,
            Answers answers) {
        try {
            var port = cluster.forward(namespace, server);
            try {
                return new ForwardedConnection(
                        cluster,
                        port,
                        reason(port, () -> RemoteConnection.open(port.url(), headers, version, answers)));
            } catch (RuntimeException failed) {
                port.close();
                throw failed;
            }
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    @Override
    public List<JsonNode> listed() {
        return reason(port, through::listed);
    }

    @Override
    public List<JsonNode> tools() {
        return reason(port, through::tools);
    }

    @Override
    public ToolAnswer call(String tool, Map<String, Object> arguments) {
        return reason(port, () -> through.call(tool, arguments));
    }

    @Override
    public List<JsonNode> prompts() {
        return reason(port, through::prompts);
    }

    @Override
    public List<JsonNode> resources() {
        return reason(port, through::resources);
    }

    @Override
    public ToolAnswer prompt(String name, Map<String, Object> arguments) {
        return reason(port, () -> through.prompt(name, arguments));
    }

    @Override
    public ToolAnswer read(String uri) {
        return reason(port, () -> through.read(uri));
    }

    @Override
    public JsonNode explain(String query) {
        return reason(port, () -> through.explain(query));
    }

    @Override
    public void close() {
        through.close();
        port.close();
        cluster.close();
    }

    /** The client sees only a connection that ends; the port knows why. */
    private static <T> T reason(ForwardedPort port, Supplier<T> question) {
        try {
            return question.get();
        } catch (ConnectionFailure failed) {
            throw port.failure().map(why -> new ConnectionFailure(why, failed)).orElse(failed);
        }
    }
}
