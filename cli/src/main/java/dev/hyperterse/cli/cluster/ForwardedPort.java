package dev.hyperterse.cli.cluster;

import dev.hyperterse.cli.status.ClusterState;
import dev.hyperterse.compiler.admission.Spelling;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.runtime.http.ReplicaEndpoint;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A port of this machine that leads to a ready replica of a server, as {@code kubectl port-forward} opens one. */
public final class ForwardedPort implements AutoCloseable {
    private static final int HTTP_PORT = 8080;
    private static final Pattern FORBIDDEN = Pattern.compile("Forbidden|status code 403\\b");

    /** The part of a URL before its path. */
    private static final Pattern PATH = Pattern.compile("^https?://[^/]*");

    private final LocalPortForward port;
    private final URI url;
    private final String namespace;

    private ForwardedPort(LocalPortForward port, URI url, String namespace) {
        this.port = port;
        this.url = url;
        this.namespace = namespace;
    }

    static ForwardedPort open(KubernetesClient client, String namespace, String name) {
        var server = server(client, namespace, name);
        var pod = readyPod(client, namespace, name).getMetadata().getName();
        var port = client.pods()
                .inNamespace(namespace)
                .withName(pod)
                .portForward(HTTP_PORT, InetAddress.getLoopbackAddress(), 0);
        return new ForwardedPort(port, URI.create("http://127.0.0.1:" + port.getLocalPort() + path(server)), namespace);
    }

    public URI url() {
        return url;
    }

    /** Why nothing came through, if the API server has refused to forward. */
    public Optional<String> failure() {
        return port.getServerThrowables().stream()
                .flatMap(failure -> Stream.iterate(failure, cause -> cause != null, Throwable::getCause))
                .map(Throwable::getMessage)
                .filter(message -> message != null && !message.isBlank())
                .reduce((_, innermost) -> innermost)
                .map(message -> FORBIDDEN.matcher(message).find()
                        ? "you may not forward ports in namespace %s; ask for a role with the verbs get and create on pods/portforward"
                                .formatted(namespace)
                        : "the API server does not forward to the replica; give the URL of its Service or route instead: "
                                + message);
    }

    @Override
    public void close() {
        try {
            port.close();
        } catch (IOException closed) {
            // A port that fails while it closes is not used again.
        }
    }

    private static HyperterseServer server(KubernetesClient client, String namespace, String name) {
        var servers = Cluster.allowed("get", "hyperterseservers.hyperterse.dev", Optional.of(namespace), () -> {
            var resources = client.resources(HyperterseServer.class).inNamespace(namespace);
            return Optional.ofNullable(resources.withName(name).get());
        });
        return servers.orElseThrow(() -> new UnreadableCluster("there is no HyperterseServer %s in namespace %s%s"
                .formatted(name, namespace, others(client, namespace, name))));
    }

    private static String others(KubernetesClient client, String namespace, String name) {
        try {
            var names = client.resources(HyperterseServer.class).inNamespace(namespace).list().getItems().stream()
                    .map(it -> it.getMetadata().getName())
                    .sorted()
                    .toList();
            return names.isEmpty()
                    ? "; give another namespace with --namespace"
                    : Spelling.nearest(name, names)
                            .map("; did you mean %s?"::formatted)
                            .orElseGet(() -> "; it has " + String.join(", ", names));
        } catch (KubernetesClientException refused) {
            return "";
        }
    }

    private static Pod readyPod(KubernetesClient client, String namespace, String name) {
        List<Pod> pods = Cluster.allowed("list", "pods", Optional.of(namespace), () -> client.pods()
                .inNamespace(namespace)
                .withLabel(ClusterState.SERVER_LABEL, name)
                .list()
                .getItems());
        return pods.stream()
                .filter(it -> it.getMetadata().getDeletionTimestamp() == null)
                .filter(Readiness::isPodReady)
                .min(Comparator.comparing(it -> it.getMetadata().getName()))
                .orElseThrow(() -> new UnreadableCluster(
                        "no replica of HyperterseServer %s/%s is ready, of %d; 'hyperterse status server/%s -n %s' says why"
                                .formatted(namespace, name, pods.size(), name, namespace)));
    }

    /** The path of its endpoint. */
    private static String path(HyperterseServer server) {
        var path = Optional.ofNullable(server.getStatus())
                .flatMap(HyperterseServerStatus::url)
                .map(url -> PATH.matcher(url).replaceFirst(""))
                .filter(it -> !it.isEmpty())
                .orElse(ReplicaEndpoint.PATH);
        if (path.contains("{")) {
            throw new UnreadableCluster(
                    "the endpoint %s needs values for its segments; run kubectl port-forward and give the URL with them"
                            .formatted(path));
        }
        return path;
    }
}
