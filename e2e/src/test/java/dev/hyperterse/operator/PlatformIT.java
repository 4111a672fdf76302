package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.compiler.platform.Platform;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.trace.ReconcileTrace;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fragments of the platform and the servers of two namespaces, on a real API server. */
@RealApiServer
class PlatformIT {
    private static final int PATIENCE = 120;
    private static final String FRAGMENT = "{.status.platformFragments[0]}";

    private TestNamespace shop;
    private TestNamespace store;
    private KubernetesClient client;
    private ClusterView view;
    private Leader operator;
    private FollowingPod ofShop;
    private FollowingPod ofStore;

    @BeforeEach
    void makeTwoTenants(ControlPlane controlPlane, @TempDir Path folder) throws IOException {
        shop = TestNamespace.create(controlPlane, "shop");
        store = TestNamespace.create(controlPlane, "store");
        client = ClusterClient.connect(
                Config.fromKubeconfig(controlPlane.kubeconfig().toFile()));
        shop.apply(DemoManifests.server());
        store.apply(DemoManifests.server());
        ofShop = FollowingPod.start(controlPlane, client, shop.name(), "shop", "shop-0", folder.resolve("0"));
        ofStore = FollowingPod.start(controlPlane, client, store.name(), "shop", "shop-0", folder.resolve("1"));
    }

    @AfterEach
    void stop() {
        operator.finish();
        view.close();
        ofShop.close();
        ofStore.close();
        shop.kubectl("delete", "hyperterseservers", "--all");
        store.kubectl("delete", "hyperterseservers", "--all");
        client.close();
    }

    @Test
    void changedDefaultsArePublishedByBothServers() throws InterruptedException {
        start("- {name: everyone, namespaceSelector: {}, defaults: {exposure: Direct}}");
        ofShop.await(it -> shows(it, Exposure.Direct));
        ofStore.await(it -> shows(it, Exposure.Direct));
        waitForFragment(shop, "everyone");

        startAgain("- {name: all-teams, namespaceSelector: {}, defaults: {exposure: SearchAndDirect}}");
        ofShop.await(it -> shows(it, Exposure.SearchAndDirect));
        ofStore.await(it -> shows(it, Exposure.SearchAndDirect));
        waitForFragment(shop, "all-teams");
        waitForFragment(store, "all-teams");
        // The objects of the teams are as they wrote them.
        assertThat(shop.get("hyperterseserver/shop", "{.spec.exposure}")).isEmpty();
    }

    @Test
    void aLabelOfTheNamespaceBringsAnOverrideAndTakesItAway() throws InterruptedException {
        start("- {name: gold, namespaceSelector: {matchLabels: {tier: gold}}, overrides: {exposure: Direct}}");
        ofShop.await(it -> shows(it, Exposure.Search));
        shop.anywhere("label", "namespace", shop.name(), "tier=gold");
        ofShop.await(it -> shows(it, Exposure.Direct));
        waitForFragment(shop, "gold");
        shop.anywhere("label", "namespace", shop.name(), "tier-");
        ofShop.await(it -> shows(it, Exposure.Search));
        assertThat(ofStore.await(_ -> true)).matches(it -> shows(it, Exposure.Search));
    }

    @Test
    void aFaultyMergeIsToldAndTakesNoServerDown() throws InterruptedException {
        start("- {name: everyone, namespaceSelector: {}, defaults: {exposure: Direct}}");
        ofShop.await(it -> shows(it, Exposure.Direct));
        ofStore.await(it -> shows(it, Exposure.Direct));

        startAgain("""
                - {name: everyone, namespaceSelector: {}, defaults: {exposure: SearchAndDirect}}
                - name: shared
                  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}
                  overrides: {sharedState: {adapter: hot}}
                """.formatted(shop.name()));
        // The other server has what is new, so this one had its turn as well when its status says so.
        ofStore.await(it -> shows(it, Exposure.SearchAndDirect));
        shop.waitFor(PATIENCE, "condition=Stalled", "hyperterseserver/shop");
        assertThat(shop.get("hyperterseserver/shop", "{.status.conditions[?(@.type==\"Accepted\")].message}"))
                .contains("spec: from the platform's defaults and overrides (everyone, shared)", "Redis");
        assertThat(ofShop.await(_ -> true)).matches(it -> shows(it, Exposure.Direct));
    }

    private static boolean shows(Catalog catalog, Exposure exposure) {
        return catalog.server().exposure() == exposure;
    }

    private static void waitForFragment(TestNamespace namespace, String first) {
        namespace.waitFor(PATIENCE, "jsonpath=" + FRAGMENT + "=" + first, "hyperterseserver/shop");
    }

    /** As a new configuration does: the process ends, and the next one has the other fragments. */
    private void startAgain(String fragments) throws InterruptedException {
        operator.finish();
        view.close();
        start(fragments);
    }

    private void start(String fragments) throws InterruptedException {
        view = new ClusterView(client, Scope.everywhere(), Platform.of(fragments));
        view.start();
        assertThat(view.awaitRead(Duration.ofMinutes(2))).isTrue();
        operator = new Leader(
                client,
                client,
                "hyperterse-operator-0",
                view,
                () -> true,
                new AppliedWorkloads(view),
                new OperatorMetrics(),
                _ -> ReconcileTrace.NONE,
                InstantSource.system(),
                Leader.INSPECTION_PACE);
        operator.start();
    }
}
