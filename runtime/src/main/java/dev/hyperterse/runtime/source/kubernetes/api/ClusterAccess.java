package dev.hyperterse.runtime.source.kubernetes.api;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The access of a pod to its API server.
 *
 * @param tokenFile read again for each request, because the kubelet replaces it before it expires
 * @param certificateAuthority PEM; empty trusts the authorities of the platform
 */
public record ClusterAccess(URI server, Path tokenFile, Optional<Path> certificateAuthority, String namespace) {
    private static final Path MOUNTED = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /** Reads the service account of the pod; {@code HYPERTERSE_SERVICE_ACCOUNT} names another folder. */
    public static Optional<ClusterAccess> ofThisPod(Map<String, String> environment, String namespace) {
        var host = environment.get("KUBERNETES_SERVICE_HOST");
        var port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
        if (host == null || host.isBlank()) {
            return Optional.empty();
        }
        var mounted = Optional.ofNullable(environment.get("HYPERTERSE_SERVICE_ACCOUNT"))
                .map(Path::of)
                .orElse(MOUNTED);
        var address = host.contains(":") ? "[" + host + "]" : host;
        return Optional.of(new ClusterAccess(
                URI.create("https://" + address + ":" + port),
                mounted.resolve("token"),
                Optional.of(mounted.resolve("ca.crt")),
                namespace));
    }
}
