package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.Until;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tools and servers come, go and change their names: nothing stale is served, nothing is left behind. */
@OnPlayground
class MovesIT {
    /** All kinds that the operator makes for a server, and those that are made of them. */
    private static final String CHILDREN = "deployments,replicasets,pods,services,endpointslices,configmaps,secrets,"
            + "serviceaccounts,roles,rolebindings,horizontalpodautoscalers,poddisruptionbudgets,networkpolicies";

    @Test
    void aRenamedToolIsServedUnderItsNewNameAlone(Gateway gateway) throws Exception {
        gateway.apply(Shop.listingServer("shop", 2), Shop.tool("greeting", "shop", "Greets", "one"));
        gateway.awaitReady("hyperterseserver/shop", "tool/greeting");
        var replicas = Everywhere.of(gateway, "shop", 2);

        gateway.apply(Shop.named("welcome", Shop.tool("greeting", "shop", "Greets", "one")));
        gateway.awaitReady("tool/greeting");

        replicas.awaitTools("welcome");
        replicas.serves("welcome", "one");
        replicas.knowsNothingOf("greeting");
        assertThat(gateway.value("tool/greeting", "{.status.servers[0].toolName}"))
                .isEqualTo("welcome");
    }

    @Test
    void aToolMovesToAnotherServerAndIsDeletedThere(Gateway gateway) throws Exception {
        gateway.apply(
                Shop.listingServer("shop", 1),
                Shop.listingServer("outlet", 1),
                Shop.tool("greeting", "shop", "Greets", "one"));
        gateway.awaitReady("hyperterseserver/shop", "hyperterseserver/outlet", "tool/greeting");
        var shop = Everywhere.of(gateway, "shop", 1);
        var outlet = Everywhere.of(gateway, "outlet", 1);
        outlet.knowsNothingOf("greeting");

        gateway.apply(Shop.tool("greeting", "outlet", "Greets", "one"));
        gateway.awaitReady("tool/greeting");
        outlet.serves("greeting", "one");
        shop.awaitTools();
        shop.knowsNothingOf("greeting");
        assertThat(gateway.value("tool/greeting", "{.status.servers[*].name}")).isEqualTo("outlet");

        gateway.delete("tool/greeting");
        outlet.awaitTools();
        outlet.knowsNothingOf("greeting");
        gateway.await("jsonpath={.status.attached.tools}=0", "hyperterseserver/shop", "hyperterseserver/outlet");
    }

    @Test
    void theSecondOfTwoToolsWithOneNameWaitsUntilTheNameIsFree(Gateway gateway) throws Exception {
        gateway.apply(Shop.listingServer("shop", 2), Shop.tool("greeting", "shop", "Greets", "first"));
        gateway.awaitReady("hyperterseserver/shop", "tool/greeting");
        var replicas = Everywhere.of(gateway, "shop", 2);

        gateway.apply(Shop.named("greeting", Shop.tool("another", "shop", "Greets too", "second")));
        gateway.awaitReason("NameConflict", "tool/another");
        replicas.awaitTools("greeting");
        replicas.serves("greeting", "first");
        assertThat(gateway.value("tool/greeting", "{.status.conditions[?(@.type=='Ready')].status}"))
                .isEqualTo("True");

        gateway.delete("tool/greeting");
        gateway.awaitReason("Serving", "tool/another");
        replicas.awaitTools("greeting");
        replicas.serves("greeting", "second");
    }

    @Test
    void deletedServerLeavesOnlyToolsThatReportIt(Gateway gateway) throws Exception {
        gateway.apply(
                Shop.listingServer("shop", 2),
                Shop.tool("greeting", "shop", "Greets", "one"),
                Shop.tool("farewell", "shop", "Says farewell", "{{ inputs.nobody }}"));
        gateway.awaitReady("hyperterseserver/shop", "tool/greeting");
        assertThat(children(gateway, "shop"))
                .anyMatch(name -> name.startsWith("configmap/shop-catalog"))
                .contains("secret/shop-session-keys", "deployment.apps/shop-runtime", "service/shop");

        gateway.delete("hyperterseserver/shop");

        gateway.awaitReason("ServerNotFound", "tool/greeting");
        gateway.awaitReason("ServerNotFound", "tool/farewell");
        Until.holds(
                "nothing is left of the server",
                () -> children(gateway, "shop").isEmpty()
                        && gateway.pods("shop").isEmpty());
        assertThat(gateway.value("tool/greeting", "{.status.servers[0].servedGeneration}"))
                .isEmpty();
    }

    @Test
    void aServerThatIsCreatedAgainAtOnceServesTheCurrentDefinitions(Gateway gateway) throws Exception {
        gateway.apply(
                Shop.listingServer("shop", 2),
                Shop.tool("greeting", "shop", "Greets", "one"),
                Shop.tool("farewell", "shop", "Says farewell", "bye"));
        gateway.awaitReady("hyperterseserver/shop", "tool/greeting", "tool/farewell");
        var before = gateway.value("hyperterseserver/shop", "{.metadata.uid}");

        gateway.delete("hyperterseserver/shop", "tool/farewell");
        gateway.apply(Shop.listingServer("shop", 2), Shop.tool("greeting", "shop", "Greets", "two"));
        gateway.awaitReady("hyperterseserver/shop", "tool/greeting");

        var after = gateway.value("hyperterseserver/shop", "{.metadata.uid}");
        assertThat(readinessOfPodsMadeFor(gateway, after)).contains("True");
        Until.holds("nothing of the server before is left", () -> !gateway.kubectl(
                        "get", CHILDREN, "-l", "hyperterse.dev/server=shop", "-o", "json")
                .contains(before));
        var replicas = Everywhere.of(gateway, "shop", 2);
        replicas.awaitTools("greeting");
        replicas.serves("greeting", "two");
        replicas.knowsNothingOf("farewell");
        assertThat(after).isNotEqualTo(before);
    }

    private static String readinessOfPodsMadeFor(Gateway gateway, String server) {
        return gateway.kubectl(
                "get",
                "pods",
                "-o",
                "jsonpath={.items[?(@.metadata.annotations.hyperterse\\.dev/server-uid==\"%s\")]".formatted(server)
                        + ".status.conditions[?(@.type==\"Ready\")].status}");
    }

    private static List<String> children(Gateway gateway, String server) {
        return gateway.kubectl("get", CHILDREN, "-l", "hyperterse.dev/server=" + server, "-o", "name")
                .lines()
                .toList();
    }
}
