package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.Until;
import dev.hyperterse.playground.node.RunningPod;
import dev.hyperterse.testbed.mcp.McpEndpoint;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A namespace that servers run in, and what its users do there. */
final class Gateway implements AutoCloseable {
    /** Of the names of namespaces that are opened. */
    static final String PREFIX = "gateway-";

    private static final String SERVER_LABEL = "hyperterse.dev/server";
    private static final String LIMIT = "--timeout=300s";

    private final Playground playground;
    private final String namespace;
    private final Deque<McpEndpoint> clients = new ArrayDeque<>();

    private Gateway(Playground playground, String namespace) {
        this.playground = playground;
        this.namespace = namespace;
    }

    /** Makes a namespace and grants the operator what it needs there, as the guide says. */
    static Gateway open(Playground playground) {
        var gateway =
                new Gateway(playground, PREFIX + UUID.randomUUID().toString().substring(0, 8));
        gateway.kubectlAnywhere("create", "namespace", gateway.namespace);
        playground.openGateway(gateway.namespace);
        return gateway;
    }

    /** A namespace that exists, and in which the operator has its rights already. */
    static Gateway in(Playground playground, String namespace) {
        return new Gateway(playground, namespace);
    }

    String namespace() {
        return namespace;
    }

    Playground playground() {
        return playground;
    }

    /** In this namespace; fails when kubectl does. */
    String kubectl(String... arguments) {
        return kubectlAnywhere(inNamespace(arguments));
    }

    String kubectlAnywhere(String... arguments) {
        var result = playground.kubectl().run(arguments);
        assertThat(result.succeeded())
                .as("kubectl %s: %s%s", String.join(" ", arguments), result.output(), result.errors())
                .isTrue();
        return result.output();
    }

    /** Applies documents as a user does, and returns what kubectl said. */
    String apply(String... documents) {
        var result = playground
                .kubectl()
                .runWithInput(String.join("\n---\n", documents), inNamespace("apply", "--server-side", "-f", "-"));
        assertThat(result.succeeded()).as("kubectl apply: %s", result.errors()).isTrue();
        return result.output();
    }

    /** For what may fail, such as an apply while the API server is away. */
    Kubectl.Result tryApply(String... documents) {
        return playground
                .kubectl()
                .runWithInput(String.join("\n---\n", documents), inNamespace("apply", "--server-side", "-f", "-"));
    }

    void delete(String... objects) {
        var arguments = new ArrayList<>(List.of("delete"));
        arguments.addAll(List.of(objects));
        kubectl(arguments.toArray(String[]::new));
    }

    /** {@code kubectl wait}; {@code condition} as it takes it, such as {@code condition=Ready}. */
    void await(String condition, String... objects) {
        var arguments = new ArrayList<>(List.of("wait", "--for=" + condition, LIMIT));
        arguments.addAll(List.of(objects));
        kubectl(arguments.toArray(String[]::new));
    }

    void awaitReady(String... objects) {
        await("condition=Ready", objects);
    }

    /** Waits until Ready of that object has this reason. */
    void awaitReason(String reason, String object) {
        await("jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}=" + reason, object);
    }

    /** Waits until so many tools are Ready; cheaper than asking kubectl about each. */
    void awaitAllReady(int tools) {
        try (var history = ReadyHistory.of(this)) {
            history.awaitReadyTools(tools, Duration.ofMinutes(3));
        }
    }

    /** How many tools are Ready now, asked with one list. */
    long readyTools() {
        var each = "{range .items[*]}{.status.conditions[?(@.type==\"Ready\")].status}{\"\\n\"}{end}";
        return value("tools", each).lines().filter("True"::equals).count();
    }

    /** Waits until the index says that every replica serves it. */
    void awaitConverged(String server) {
        Until.holds("every replica serves the newest catalog", () -> {
            var index = index(server);
            return index.converged().equals(Optional.of(index.revision().position()));
        });
    }

    /** What is published of a server. */
    CatalogIndex index(String server) {
        var object = playground
                .client()
                .configMaps()
                .inNamespace(namespace)
                .withName(new CatalogNames(server).index())
                .get();
        return new CatalogCodec()
                .decodeIndex(object.getData().get(CatalogNames.INDEX_ENTRY).getBytes(StandardCharsets.UTF_8));
    }

    /** Waits until the operator has no status left to write. */
    void awaitIdleOperator() {
        awaitStatusesWritten(0, Duration.ofMillis(100));
    }

    /** Waits until it has written so many statuses since it started, and has none left to write; asks it that often. */
    void awaitStatusesWritten(int statuses, Duration pause) {
        Until.holds("the operator has written " + statuses + " statuses", pause, () -> {
            var operator = AdminFigures.ofOperator(playground);
            return operator.statusesUnderway() == 0
                    && operator.value("hyperterse_operator_status_writes_total") >= statuses;
        });
    }

    /** One value of an object; empty where it has none. */
    String value(String object, String jsonPath) {
        return kubectl("get", object, "-o", "jsonpath=" + jsonPath);
    }

    /** A client that talks to the Service of a server, as most do; it is closed with the gateway. */
    McpEndpoint client(String server) {
        return client(url(server));
    }

    McpEndpoint client(URI url) {
        var endpoint = new McpEndpoint(url);
        clients.push(endpoint);
        return endpoint;
    }

    URI url(String server) {
        var address =
                Until.present("service " + server + " has an address", () -> playground.service(namespace, server));
        return URI.create("http://" + address + "/mcp");
    }

    /** The addresses of the replicas themselves, for tests that must know which one answers. */
    List<URI> replicas(String server) {
        return readyPods(server).stream()
                .map(pod ->
                        URI.create("http://" + pod.address() + ":" + pod.ports().get("http") + "/mcp"))
                .toList();
    }

    /** Waits until so many replicas are ready. */
    List<URI> replicas(String server, int count) {
        Until.holds(
                count + " replicas of " + server + " are ready",
                () -> readyPods(server).size() == count);
        return replicas(server);
    }

    List<RunningPod> readyPods(String server) {
        return pods(server).stream().filter(RunningPod::ready).toList();
    }

    List<RunningPod> pods(String server) {
        return playground.pods().stream()
                .filter(pod -> pod.namespace().equals(namespace))
                .filter(pod -> server.equals(pod.labels().get(SERVER_LABEL)))
                .toList();
    }

    private String[] inNamespace(String... arguments) {
        var all = new ArrayList<>(List.of("--namespace=" + namespace));
        all.addAll(List.of(arguments));
        return all.toArray(String[]::new);
    }

    @Override
    public void close() {
        clients.forEach(McpEndpoint::close);
        kubectl("delete", "hyperterseservers,tools,prompts,resources.hyperterse.dev", "--all", "--wait=false");
        kubectlAnywhere("delete", "namespace", namespace, "--wait=false");
    }
}
