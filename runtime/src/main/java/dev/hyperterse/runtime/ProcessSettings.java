package dev.hyperterse.runtime;

import dev.hyperterse.runtime.source.kubernetes.api.ClusterAccess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a replica, read from the environment of its process.
 *
 * @param listenOn one address, or the wildcard address
 * @param dataDirectory the only folder for database files
 * @param secrets the only folder for password files
 */
record ProcessSettings(InetAddress listenOn, int port, int adminPort, Path dataDirectory, Path secrets, Source source) {
    private static final String MOUNTED = "/var/lib/hyperterse/";

    sealed interface Source {
        /** A folder that {@code hyperterse render} wrote. */
        record Rendered(Path folder) implements Source {}

        /** The cluster that this process is a pod of. */
        record Cluster(ClusterAccess access, String server, Path copyFolder) implements Source {}
    }

    /** @throws IllegalArgumentException if a variable is missing or invalid; the message names it */
    static ProcessSettings of(Map<String, String> environment) {
        return new ProcessSettings(
                listenOn(environment),
                port(environment, "HYPERTERSE_PORT", 8080),
                port(environment, "HYPERTERSE_ADMIN_PORT", 9090),
                Path.of(environment.getOrDefault("HYPERTERSE_DATA", MOUNTED + "data")),
                Path.of(environment.getOrDefault("HYPERTERSE_SECRETS", "/var/run/hyperterse/secrets")),
                source(environment));
    }

    InetSocketAddress publicAddress() {
        return new InetSocketAddress(listenOn, port);
    }

    InetSocketAddress adminAddress() {
        return new InetSocketAddress(listenOn, adminPort);
    }

    private static Source source(Map<String, String> environment) {
        var rendered = environment.get("HYPERTERSE_CATALOG");
        if (rendered != null) {
            return new Source.Rendered(Path.of(rendered));
        }
        var namespace = required(environment, "HYPERTERSE_NAMESPACE");
        var access = ClusterAccess.ofThisPod(environment, namespace)
                .orElseThrow(() -> new IllegalArgumentException(
                        "KUBERNETES_SERVICE_HOST is not set: this process does not run in a pod."
                                + " To serve a rendered catalog, name its folder in HYPERTERSE_CATALOG"));
        return new Source.Cluster(
                access,
                required(environment, "HYPERTERSE_SERVER"),
                Path.of(environment.getOrDefault("HYPERTERSE_CATALOG_COPY", MOUNTED + "catalog")));
    }

    private static String required(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(value -> !value.isBlank())
                .orElseThrow(() -> new IllegalArgumentException(name + " is not set; the pod of a replica has it."
                        + " To serve a rendered catalog, name its folder in HYPERTERSE_CATALOG"));
    }

    /** Pods that share a machine have loopback addresses and the same ports; each listens on its own. */
    private static InetAddress listenOn(Map<String, String> environment) {
        var wanted = environment.get("HYPERTERSE_ADDRESS");
        if (wanted != null) {
            return address("HYPERTERSE_ADDRESS", wanted);
        }
        return Optional.ofNullable(environment.get("HYPERTERSE_POD_IP"))
                .filter(ip -> !ip.isBlank())
                .map(ip -> address("HYPERTERSE_POD_IP", ip))
                .filter(InetAddress::isLoopbackAddress)
                .orElseGet(() -> new InetSocketAddress(0).getAddress());
    }

    private static InetAddress address(String name, String value) {
        try {
            return InetAddress.getByName(value);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException(name + " is not an IP address: " + value);
        }
    }

    private static int port(Map<String, String> environment, String name, int standard) {
        var value = environment.get(name);
        if (value == null) {
            return standard;
        }
        try {
            var port = Integer.parseInt(value);
            if (port >= 0 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException noNumber) {
            // Reported below.
        }
        throw new IllegalArgumentException(name + " is not a port: " + value);
    }
}
