package dev.hyperterse.operator;

import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.compiler.platform.InvalidFragments;
import dev.hyperterse.compiler.platform.Platform;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.operator.lead.LeaseName;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.registry.RegistrySettings;
import dev.hyperterse.operator.workload.manifest.RuntimeImage;
import dev.hyperterse.telemetry.otlp.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings of the operator, read from the environment of its pod.
 *
 * @param pod this process, among those that could lead
 * @param pullSecrets names of Secrets in gateway namespaces that nodes pull images of servers with
 * @param podMetadata beginnings of keys that servers may set as labels and annotations of pods
 * @param scope in which namespaces it works
 * @param collector of OpenTelemetry, which gets the metrics
 * @param platform fragments that are merged with the specs of servers
 * @param registry of the servers, where there is one
 * @param serviceAccount folder with the token and the authority's certificate
 */
record OperatorSettings(
        String apiServer,
        Path serviceAccount,
        String namespace,
        String pod,
        InetSocketAddress admin,
        RuntimeImage runtime,
        List<String> pullSecrets,
        List<String> podMetadata,
        Scope scope,
        LogLevel logLevel,
        Optional<Endpoint> collector,
        Optional<Platform> platform,
        Optional<RegistrySettings> registry) {
    private static final int ADMIN_PORT = 9090;
    private static final int REGISTRY_PORT = 8080;
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SECRET = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern KEYS = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/[-A-Za-z0-9_.]{0,63}");
    private static final String LEASE = "hyperterse-operator";
    private static final String WATCHED = "HYPERTERSE_WATCH_NAMESPACES";
    private static final String EXCLUDED = "HYPERTERSE_EXCLUDED_NAMESPACES";
    private static final String PLATFORM = "HYPERTERSE_PLATFORM_FILE";
    private static final String PUBLISHED_AS = "HYPERTERSE_REGISTRY_PUBLISHER";
    private static final String LISTED = "HYPERTERSE_REGISTRY_LABELS";
    private static final String POD_METADATA = "HYPERTERSE_POD_METADATA";
    private static final String PULL_SECRETS = "HYPERTERSE_RUNTIME_PULL_SECRETS";

    static OperatorSettings of(Map<String, String> environment) {
        var read = new Environment(environment);
        var podAddress = read.optional("HYPERTERSE_POD_IP").map(OperatorSettings::address);
        var scope = scope(read);
        return new OperatorSettings(
                apiServer(read.required("KUBERNETES_SERVICE_HOST"), read.required("KUBERNETES_SERVICE_PORT")),
                Path.of(read.required("HYPERTERSE_SERVICE_ACCOUNT")),
                read.required("HYPERTERSE_NAMESPACE"),
                read.required("HYPERTERSE_POD"),
                // Several pods share a machine only where each has a loopback address of its own.
                podAddress
                        .filter(InetAddress::isLoopbackAddress)
                        .map(own -> new InetSocketAddress(own, ADMIN_PORT))
                        .orElseGet(() -> new InetSocketAddress(ADMIN_PORT)),
                runtime(read.required("HYPERTERSE_RUNTIME_IMAGE"), read),
                read.optional(PULL_SECRETS)
                        .map(names -> names(PULL_SECRETS, names, SECRET, "a Secret", ""))
                        .orElse(List.of()),
                read.optional(POD_METADATA)
                        .map(names -> names(POD_METADATA, names, KEYS, "a domain of keys, as in prometheus.io/", ""))
                        .orElse(List.of()),
                scope,
                read.choice("HYPERTERSE_LOG_LEVEL", LogLevel.Info),
                read.optional("HYPERTERSE_OTLP_ENDPOINT").map(address -> collector(address, read)),
                read.optional(PLATFORM).flatMap(file -> platform(Path.of(file), scope)),
                read.optional(PUBLISHED_AS).map(publisher -> registry(publisher, read)));
    }

    private static RegistrySettings registry(String publisher, Environment read) {
        try {
            return RegistrySettings.of(publisher, read.optional(LISTED).orElse(""));
        } catch (IllegalArgumentException invalid) {
            throw new IllegalArgumentException(
                    "%s, %s: %s".formatted(PUBLISHED_AS, LISTED, invalid.getMessage()), invalid);
        }
    }

    private static Optional<Platform> platform(Path file, Scope scope) {
        try {
            var platform = Platform.of(Files.readString(file));
            platform.map(Platform::selectingByLabel)
                    .filter(names -> scope instanceof Scope.Namespaces && !names.isEmpty())
                    .ifPresent(names -> {
                        throw new IllegalArgumentException(
                                "%s: fragment %s selects namespaces by a label, which an operator of named namespaces may not read; select them by %s"
                                        .formatted(PLATFORM, names.getFirst(), Platform.NAME_LABEL));
                    });
            return platform;
        } catch (InvalidFragments invalid) {
            throw new IllegalArgumentException("%s: %s".formatted(PLATFORM, invalid.getMessage()), invalid);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("%s: %s cannot be read".formatted(PLATFORM, file), unreadable);
        }
    }

    InetSocketAddress registryAddress() {
        return new InetSocketAddress(admin.getAddress(), REGISTRY_PORT);
    }

    LeaseName lease() {
        return new LeaseName(namespace, LEASE);
    }

    private static String apiServer(String host, String port) {
        return "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("HYPERTERSE_POD_IP is not an IP address: " + text, unknown);
        }
    }

    private static Scope scope(Environment read) {
        var watched = read.optional(WATCHED);
        var excluded = read.optional(EXCLUDED);
        if (watched.isPresent() && excluded.isPresent()) {
            throw new IllegalArgumentException(
                    "%s and %s are both set; leave out one of them".formatted(WATCHED, EXCLUDED));
        }
        return watched.map(names -> Scope.of(namespaces(WATCHED, names)))
                .or(() -> excluded.map(names -> Scope.everywhereBut(namespaces(EXCLUDED, names))))
                .orElseGet(Scope::everywhere);
    }

    private static List<String> namespaces(String variable, String names) {
        return names(variable, names, NAMESPACE, "a namespace", ", or leave the variable out for all namespaces");
    }

    private static List<String> names(String variable, String text, Pattern allowed, String kind, String instead) {
        var names = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        for (var name : names) {
            if (!allowed.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "%s is '%s', and '%s' is not the name of %s; write names with commas between them%s"
                                .formatted(variable, text, name, kind, instead));
            }
        }
        return names;
    }

    private static Endpoint collector(String address, Environment read) {
        if (HttpUrl.parse(address).isEmpty()) {
            throw new IllegalArgumentException(
                    "HYPERTERSE_OTLP_ENDPOINT is not an http or https URL with a host and without a user; write it like http://collector.observability:4317");
        }
        return new Endpoint(address, read.choice("HYPERTERSE_OTLP_PROTOCOL", TraceExport.Protocol.Grpc));
    }

    private static RuntimeImage runtime(String image, Environment read) {
        var overrides = read.choice("HYPERTERSE_RUNTIME_OVERRIDES", Overrides.Forbidden);
        return RuntimeImage.named(image, overrides == Overrides.Allowed);
    }

    /** Whether servers may name an image and a service account of their own. */
    private enum Overrides {
        Forbidden,
        Allowed
    }

    private record Environment(Map<String, String> variables) {
        Optional<String> optional(String name) {
            return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
        }

        String required(String name) {
            return optional(name)
                    .orElseThrow(() -> new IllegalArgumentException(
                            name + " is not set; the operator runs in a pod, as the install manifest describes it"));
        }

        <E extends Enum<E>> E choice(String name, E standard) {
            var choices = standard.getDeclaringClass().getEnumConstants();
            return optional(name)
                    .map(wanted -> Arrays.stream(choices)
                            .filter(choice -> choice.name().equals(wanted))
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException(
                                    name + " is '" + wanted + "'; use one of " + Arrays.toString(choices))))
                    .orElse(standard);
        }
    }
}
