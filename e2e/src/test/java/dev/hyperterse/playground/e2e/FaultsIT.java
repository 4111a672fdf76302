package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.controlplane.ChildProcess;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.playground.ArchivedProduct;
import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.Until;
import dev.hyperterse.playground.node.RunningPod;
import dev.hyperterse.playground.node.container.NodeTiming;
import dev.hyperterse.testbed.mcp.Load;
import dev.hyperterse.testbed.mcp.McpSession;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What breaks around a server that is called all the time. No call may fail on a replica that lives, no session end, and
 * in the end every edit is served. The playground is one of its own with two operators: others could not work on it.
 */
@RealApiServer(controllers = true)
@Order(1)
class FaultsIT {
    private static final String SYSTEM = "--namespace=hyperterse-system";
    private static final String OPERATOR = "deployment/hyperterse-operator";
    private static final String LIMIT = "--timeout=180s";
    private static final String SERVER = "hyperterseserver/shop";
    private static final String TOOL = "tool/greeting";
    private static final int CALLS_BETWEEN = 50;

    /** Whoever is killed again and again is not to be kept waiting. */
    private static final NodeTiming QUICK = new NodeTiming(
            Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(10), 0.8);

    private static Playground playground;
    private static Gateway gateway;

    private List<URI> replicas;
    private List<McpSession> sessions;
    private Load load;
    private ReadyHistory history;

    @BeforeAll
    static void openTheShop() {
        playground =
                Playground.start(ArchivedProduct.installed().withOperators(2).withTiming(QUICK));
        gateway = Gateway.open(playground);
        gateway.apply(secret(), server(), tool("greeting", "zero"));
        gateway.awaitReady(SERVER, TOOL);
    }

    @AfterAll
    static void close() {
        if (playground != null) {
            playground.close();
        }
    }

    @BeforeEach
    void beginToCall() throws IOException {
        gateway.awaitReady(SERVER, TOOL);
        replicas = gateway.replicas("shop", 2);
        sessions = new ArrayList<>();
        for (var replica : replicas) {
            sessions.add(gateway.client(replica).initialize());
        }
        history = ReadyHistory.of(gateway);
    }

    @AfterEach
    void endToCall() {
        if (load != null) {
            load.close();
        }
        if (history != null) {
            history.close();
        }
    }

    /** Without another leader they are restored by the next inspection, minutes later. */
    @Test
    void deletedOrEditedObjectsAreRestoredWithoutAFailedCall() throws Exception {
        callEvery(replicas);
        var objects = List.of("configmap/shop-catalog", slot(), "secret/shop-values");
        objects.forEach(gateway::delete);
        restoredByAnotherLeader(objects);
        edit("after a deletion");

        objects.forEach(object ->
                gateway.kubectl("patch", object, "--type=merge", "-p", "{\"data\":null,\"binaryData\":null}"));
        restoredByAnotherLeader(objects);
        edit("after an edit");
        // A leader that finds no index asks the replicas anew before it calls a definition Ready.
        followTheRestoredHistory();
        nothingFailed();
    }

    private void restoredByAnotherLeader(List<String> objects) throws InterruptedException {
        load.awaitAnswered(load.answered() + 10);
        gateway.kubectlAnywhere("delete", "pod/" + leader().name(), SYSTEM);
        gateway.kubectlAnywhere("rollout", "status", OPERATOR, SYSTEM, LIMIT);
        objects.forEach(object -> Until.holds(object + " has its content back", () -> hasContent(object)));
    }

    @Test
    void aDeletedSeedThatIsRestoredEndsNoSession() throws Exception {
        callEvery(replicas);
        var seed = playground
                .client()
                .secrets()
                .inNamespace(gateway.namespace())
                .withName("shop-session-keys")
                .get();
        gateway.delete("secret/shop-session-keys");
        edit("without a seed");
        for (var replica : replicas) {
            assertThat(version(gateway.client(replica).initialize(), "greeting"))
                    .isEqualTo("without a seed");
        }
        nothingFailed();
        // From a backup: another seed, which the operator makes after a while, would end the sessions.
        seed.getMetadata().setResourceVersion(null);
        playground.client().resource(seed).create();
    }

    @Test
    void operatorsHandOverWhileToolsAreEdited() throws Exception {
        callEvery(replicas);
        gateway.kubectlAnywhere("rollout", "restart", OPERATOR, SYSTEM);
        var rollout = CompletableFuture.supplyAsync(
                () -> gateway.kubectlAnywhere("rollout", "status", OPERATOR, SYSTEM, LIMIT),
                Thread::startVirtualThread);
        for (var edit = 0; !rollout.isDone(); edit++) {
            edit("edit " + edit + " of a rollout");
            // As many edits as there is time for would take a processor from all others.
            load.awaitAnswered(load.answered() + CALLS_BETWEEN);
        }
        rollout.get();
        edit("after a rollout");
        nothingFailed();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aKilledOperatorLosesNoEdit(int commits) throws Exception {
        callEvery(replicas.subList(0, 1));
        var version = "killed after " + commits;
        var before = index();
        var burst = CompletableFuture.runAsync(() -> gateway.apply(burst(version)), Thread::startVirtualThread);
        var seen = before;
        for (var commit = 0; commit < commits; commit++) {
            seen = otherIndex(seen, burst);
        }
        process(leader()).kill();
        var victim = at(replicas.getLast());
        process(victim).kill();
        burst.get();
        Until.holds("the replica is back", () -> gateway.readyPods("shop").stream()
                .anyMatch(pod -> pod.uid().equals(victim.uid()) && pod.restarts() > victim.restarts()));
        gateway.awaitReady("tool", "--all");
        for (var session : sessions) {
            for (var number = 0; number < 8; number++) {
                assertThat(version(session, "burst-" + number)).isEqualTo(version);
            }
        }
        edit("after " + version);
        nothingFailed();
    }

    @Test
    void fieldOfANewerOperatorIsReportedOnTheDefinitionThatUsesIt() throws Exception {
        callEvery(replicas);
        gateway.kubectlAnywhere(
                "patch",
                "crd",
                "tools.hyperterse.dev",
                "--type=json",
                "-p",
                "[" + added("spec/properties/statement/properties/substitution/enum/-", "\"Quantum\"") + ","
                        + added("spec/properties/entanglement", "{\"type\":\"string\"}") + "]");
        var known = tool("greeting", "beside a newer one");
        Until.holds("the newer kind is served", () -> gateway.tryApply(
                        known.replace("  statement:", "  entanglement: full\n  statement:")
                                .replace("name: greeting", "name: entangled"))
                .succeeded());
        gateway.apply(tool("quantum", "one").replace("adapter: db", "adapter: db\n    substitution: Quantum"));

        gateway.await(
                "jsonpath={.status.servers[0].conditions[?(@.type==\"Accepted\")].reason}=UnknownValue",
                "tool/quantum");
        assertThat(gateway.value("tool/quantum", "{.status.conditions[?(@.type==\"Ready\")].message}"))
                .startsWith("spec.statement.substitution: the value is not supported by this version of Hyperterse");
        gateway.awaitReady("tool/entangled");
        edit("beside a newer one");
        nothingFailed();
        gateway.delete("tool/quantum", "tool/entangled");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anApiServerThatIsAwayLongerThanALeaseInterruptsNothing(boolean killed) throws Exception {
        callEvery(replicas);
        var leader = leader();
        var log = PodLog.fromNowOn(leader);
        if (killed) {
            playground.controlPlane().killApiServer();
        } else {
            playground.controlPlane().pauseApiServer();
        }
        try {
            Until.holds("the leader has lost its lease", () -> log.names().contains("lease_lost"));
            load.awaitAnswered(load.answered() + CALLS_BETWEEN);
            for (var replica : replicas) {
                assertThat(version(gateway.client(replica).initialize(), "greeting"))
                        .isNotEmpty();
            }
        } finally {
            if (killed) {
                playground.controlPlane().startApiServer();
            } else {
                playground.controlPlane().resumeApiServer();
            }
        }
        gateway.awaitReady(SERVER, TOOL);
        edit("after an outage, killed: " + killed);
        nothingFailed();
        Until.holds("it leads again, or stands by", () -> log.names().contains("ready"));
        assertThat(log.names()).containsOnlyOnce("api_server_unreachable", "lease_lost", "ready");
        assertThat(playground.pods())
                .as("the kubelet would delay each further restart")
                .anyMatch(pod -> pod.uid().equals(leader.uid()) && pod.restarts() == leader.restarts());
        assertThat(log.events())
                .allSatisfy(event -> assertThat(event.path("logger").asString(""))
                        .as(event.toString())
                        .startsWith("dev.hyperterse."));
    }

    @Test
    void restoredEtcdIsServed() throws Exception {
        gateway.apply(tool("departing", "one"));
        gateway.awaitReady("tool/departing");
        edit("before the backup");
        callEvery(replicas);
        var backup = playground.controlPlane().snapshot();
        edit("after the backup");
        gateway.apply(tool("arriving", "one"));
        gateway.awaitReady("tool/arriving");
        gateway.delete("tool/departing");
        Until.holds("it is gone", () -> refuses("departing"));
        gateway.apply(manyObjects());

        playground.controlPlane().restore(backup);
        followTheRestoredHistory();

        for (var session : sessions) {
            Until.holds(
                    "the backup is served",
                    () -> "before the backup".equals(tryVersion(session, "greeting"))
                            && "one".equals(tryVersion(session, "departing")));
        }
        Until.holds("what came after it is gone", () -> refuses("arriving"));
        edit("after the restore");
        gateway.apply(tool("arriving", "two"));
        gateway.awaitReady("tool/arriving", "tool/departing", SERVER);
        for (var session : sessions) {
            assertThat(version(session, "arriving")).isEqualTo("two");
        }
        nothingFailed();
    }

    /** Edits before and after a restore have the same generation, and nothing that an operator sees has gone back. */
    @Test
    void anEditAfterARestoreIsServedAlsoWhereVersionsHaveOnlyGrown() throws Exception {
        edit("before the second backup");
        callEvery(replicas);
        var backup = playground.controlPlane().snapshot();
        edit("after the second backup");
        var operators = playground.pods().stream()
                .filter(pod -> pod.namespace().equals("hyperterse-system"))
                .map(FaultsIT::process)
                .toList();
        var before = newestVersion();
        var paused = System.nanoTime();
        operators.forEach(ChildProcess::pause);
        try {
            playground.controlPlane().restore(backup);
            Until.holds("the API server is further than it was", () -> {
                gateway.tryApply(
                        secret().replace("metadata:", "metadata:\n  annotations: {at: \"" + System.nanoTime() + "\"}"));
                return newestVersion() > before;
            });
            gateway.apply(tool("greeting", "after the second restore"));
            // No real restore is quicker than a lease.
            Until.holds("the outage is longer than a lease", () -> System.nanoTime() - paused > 15_000_000_000L);
        } finally {
            operators.forEach(ChildProcess::resume);
        }
        followTheRestoredHistory();
        for (var session : sessions) {
            Until.holds("the edit is served", () -> "after the second restore".equals(tryVersion(session, "greeting")));
        }
        edit("at last");
        nothingFailed();
    }

    private static long newestVersion() {
        return Long.parseLong(playground
                .client()
                .leases()
                .inAnyNamespace()
                .list()
                .getMetadata()
                .getResourceVersion());
    }

    /** The watch of the history before would miss what happens, and take a generation that is given twice for one. */
    private void followTheRestoredHistory() {
        history.close();
        history = ReadyHistory.of(gateway);
    }

    private void callEvery(List<URI> urls) throws Exception {
        load = Load.start(urls, 2 * urls.size(), session -> version(session, "greeting"));
        load.awaitAnswered(CALLS_BETWEEN);
    }

    /** And the sessions that were there before go on, and Ready has not moved. */
    private void nothingFailed() throws Exception {
        load.awaitAnswered(load.answered() + CALLS_BETWEEN);
        load.stop();
        assertThat(load.failures()).isEmpty();
        for (var session : sessions) {
            assertThat(version(session, "greeting")).isNotEmpty();
        }
        assertThat(history.lost()).isEmpty();
    }

    /** Edits the tool and waits until every replica serves it; Ready may say so only then. */
    private void edit(String version) throws IOException {
        Until.holds("the API server takes " + version, () -> gateway.tryApply(tool("greeting", version))
                .succeeded());
        gateway.awaitReady(TOOL);
        for (var session : sessions) {
            assertThat(version(session, "greeting")).isEqualTo(version);
        }
    }

    private static String version(McpSession session, String tool) throws IOException {
        return session.execute(tool, "{}").at("/0/version").stringValue();
    }

    private static String tryVersion(McpSession session, String tool) {
        try {
            return version(session, tool);
        } catch (IOException unanswered) {
            return "";
        }
    }

    private boolean refuses(String tool) {
        return sessions.stream().allMatch(session -> tryVersion(session, tool).isEmpty());
    }

    /** That of the tool that is called. Others may be of tools that another test has deleted, and are restored by nobody. */
    private static String slot() {
        var greeting = new LeafIdentity(LeafKind.Tool, gateway.namespace(), "greeting", "", 0);
        return "configmap/" + new CatalogNames("shop").slot(Slot.of(greeting));
    }

    private static boolean hasContent(String object) {
        return !gateway.kubectl("get", object, "--ignore-not-found", "-o", "jsonpath={.data}{.binaryData}")
                .isEmpty();
    }

    private static String index() {
        return gateway.value("configmap/shop-catalog", "{.metadata.resourceVersion}");
    }

    /** The index after its next change; the one there is when there will be none. */
    private static String otherIndex(String before, CompletableFuture<?> edits) {
        Until.holds("the index changes", () -> edits.isDone() || !index().equals(before));
        return index();
    }

    private static RunningPod leader() {
        return Until.present("somebody leads", () -> {
            var name = gateway.kubectlAnywhere(
                    "get", "lease/hyperterse-operator", SYSTEM, "-o", "jsonpath={.spec.holderIdentity}");
            return playground.pods().stream()
                    .filter(pod -> pod.name().equals(name))
                    .findFirst();
        });
    }

    private static ChildProcess process(RunningPod pod) {
        return Until.present(pod.name() + " runs", () -> playground.process(pod.namespace(), pod.name()));
    }

    private static RunningPod at(URI replica) {
        return gateway.pods("shop").stream()
                .filter(pod -> pod.address().equals(replica.getHost()))
                .findFirst()
                .orElseThrow();
    }

    private static String added(String path, String json) {
        return "{\"op\":\"add\",\"path\":\"/spec/versions/0/schema/openAPIV3Schema/properties/" + path + "\",\"value\":"
                + json + "}";
    }

    private static String[] burst(String version) {
        return IntStream.range(0, 8)
                .mapToObj(number -> tool("burst-" + number, version))
                .toArray(String[]::new);
    }

    /** So many versions that those of a restored etcd are lower also when an operator looks late. */
    private static String[] manyObjects() {
        return IntStream.range(0, 300)
                .mapToObj("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: version-%d}\n"::formatted)
                .toArray(String[]::new);
    }

    /** Its environment makes a set of values, which is published in a Secret. */
    private static String server() {
        return Shop.server("shop", 2, """
                  env:
                    - name: GREETING
                      valueFrom: {secretKeyRef: {name: texts, key: greeting}}
                      namespaces: {from: Same}
                """);
    }

    private static String tool(String name, String version) {
        return Shop.tool(name, "shop", "Greets", version)
                .replace("AS version", "AS version, {{ env.GREETING }} AS greeting");
    }

    private static String secret() {
        return """
                apiVersion: v1
                kind: Secret
                metadata:
                  name: texts
                data:
                  greeting: %s
                """.formatted(Base64.getEncoder().encodeToString("hello".getBytes(StandardCharsets.UTF_8)));
    }
}
