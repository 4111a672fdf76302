package dev.hyperterse.playground.e2e;

import static dev.hyperterse.playground.e2e.UsedRights.OPERATOR;
import static dev.hyperterse.playground.e2e.UsedRights.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.playground.ArchivedProduct;
import dev.hyperterse.playground.Playground;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * As {@link UsedRightsIT}, for an operator of two namespaces that may expose servers: what the chart makes of
 * {@code operator-exposure-values.yaml}. Servers run in the first; from the second, tools come.
 */
@RealApiServer(controllers = true)
class UsedRightsOfAScopeIT {
    private static final String GATEWAY = "tenant-a";
    private static final String TOOLS = "tenant-b";
    private static final Path RENDERED = Path.of("../install/src/test/resources/charts/out-operator-exposure.yaml");
    private static final Path DEFINITIONS = Path.of("../crds/manifests");
    private static final Path GATEWAY_API = Path.of("../operator/src/test/resources/workload/httproutes.yaml");

    private static Playground playground;
    private static UsedRights used;

    @BeforeAll
    static void doEverythingOnce() throws IOException {
        playground = Playground.start(ArchivedProduct.uninstalled().withAudit());
        var gateway = Gateway.in(playground, GATEWAY);
        for (var namespace : Set.of(SYSTEM, GATEWAY, TOOLS)) {
            gateway.kubectlAnywhere("create", "namespace", namespace);
        }
        for (var definitions : Set.of(DEFINITIONS, GATEWAY_API)) {
            gateway.kubectlAnywhere("apply", "--server-side", "-f", definitions.toString());
        }
        gateway.await("jsonpath={.status.conditions[?(@.type==\"Established\")].status}=True", "crd", "--all");
        assertThat(playground
                        .kubectl()
                        .runWithInput(Files.readString(RENDERED), "apply", "--server-side", "-f", "-")
                        .errors())
                .isEmpty();
        gateway.kubectlAnywhere("rollout", "status", "deployment/hyperterse-operator", "-n", SYSTEM, "--timeout=300s");

        var server = new LifeOfAServer(gateway, "{from: Names, names: [%s, %s]}".formatted(GATEWAY, TOOLS));
        server.hasEverything();
        server.isExposed();
        var tools = Gateway.in(playground, TOOLS);
        tools.apply(Shop.tool("farewell", "shop, namespace: " + GATEWAY, "Says goodbye", "bye"));
        tools.awaitReady("tool/farewell");
        server.losesIt();
        server.goes();
        used = new UsedRights(playground);
    }

    @AfterAll
    static void close() {
        if (playground != null) {
            playground.close();
        }
    }

    @Test
    void nothingIsAskedForBeyondTheNamespacesOfTheScope() {
        assertThat(used.refusedToTheOperator()).isEmpty();
        assertThat(used.of(OPERATOR, "")).isEmpty();
        assertThat(used.of(OPERATOR, SYSTEM)).isSubsetOf(used.ofRole(SYSTEM, "hyperterse-operator"));
        assertThat(used.of(OPERATOR, TOOLS)).isSubsetOf(used.ofRole(TOOLS, "hyperterse-operator-scope"));
        var granted = new TreeSet<>(used.ofRole(GATEWAY, "hyperterse-operator-scope"));
        granted.addAll(used.ofRole(GATEWAY, "hyperterse-operator-gateway"));
        assertThat(used.of(OPERATOR, GATEWAY)).isSubsetOf(granted);
    }

    @Test
    void everyRightOverTheScopeIsUsed() {
        assertThat(used.unused(used.ofRole(GATEWAY, "hyperterse-operator-scope"), GATEWAY, TOOLS))
                .isEmpty();
    }

    /** Of a namespace without servers. */
    @Test
    void aNamespaceOfTheListCostsAsManyWatchesAsThePageSays() throws IOException {
        var watched = used.of(OPERATOR, TOOLS).stream()
                .filter(right -> right.verb().equals("watch"))
                .toList();
        assertThat(Files.readString(Path.of("../docs/install.md")))
                .as("%s", watched)
                .contains("Each listed namespace costs " + watched.size() + " watches");
    }

    @Test
    void everyRightInAGatewayNamespaceIsUsedThoseToExposeServersToo() {
        var granted = used.ofRole(GATEWAY, "hyperterse-operator-gateway");
        assertThat(granted)
                .contains(
                        new Right("delete", "httproutes.gateway.networking.k8s.io"),
                        new Right("delete", "ingresses.networking.k8s.io"));
        assertThat(used.unused(granted, GATEWAY)).isEmpty();
    }

    @Test
    void everyRightInTheNamespaceOfTheOperatorIsUsed() {
        assertThat(used.unused(used.ofRole(SYSTEM, "hyperterse-operator"), SYSTEM))
                .isEmpty();
    }
}
