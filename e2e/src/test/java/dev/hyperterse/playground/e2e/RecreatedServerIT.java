package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.playground.Until;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server goes, and another one of its name comes: nothing stale is served, nothing is left behind. */
@OnPlayground
class RecreatedServerIT {
    /** All kinds that the operator makes for a server, and those that are made of them. */
    private static final String CHILDREN = "deployments,replicasets,pods,services,endpointslices,configmaps,secrets,"
            + "serviceaccounts,roles,rolebindings,horizontalpodautoscalers,poddisruptionbudgets,networkpolicies";

    private Gateway gateway;

    @Test
    void aServerCreatedAgainAtOnceIsAnotherOneAndLeavesOnlyToolsThatReportIt(Gateway opened) throws Exception {
        gateway = opened;
        gateway.apply(
                Shop.listingServer("shop", 1),
                Shop.tool("greeting", "shop", "Greets", "one"),
                Shop.tool("farewell", "shop", "Says farewell", "bye"));
        gateway.awaitReady("hyperterseserver/shop", "tool/greeting", "tool/farewell");
        var before = gateway.value("hyperterseserver/shop", "{.metadata.uid}");
        var session = gateway.client(gateway.replicas("shop", 1).getFirst()).initialize();
        assertThat(children())
                .anyMatch(name -> name.startsWith("configmap/shop-catalog"))
                .contains("secret/shop-session-keys", "deployment.apps/shop-runtime", "service/shop");

        gateway.delete("hyperterseserver/shop", "tool/farewell");
        gateway.apply(Shop.listingServer("shop", 1), Shop.tool("greeting", "shop", "Greets", "two"));
        gateway.awaitReady("hyperterseserver/shop", "tool/greeting");

        var after = gateway.value("hyperterseserver/shop", "{.metadata.uid}");
        assertThat(after).isNotEqualTo(before);
        assertThat(readinessOfPodsMadeFor(after)).contains("True");
        Until.holds("nothing of the server before is left", () -> !gateway.kubectl(
                        "get", CHILDREN, "-l", "hyperterse.dev/server=shop", "-o", "json")
                .contains(before));
        var others = Everywhere.of(gateway, "shop", 1);
        others.awaitTools("greeting");
        others.serves("greeting", "two");
        others.knowsNothingOf("farewell");
        var endpoint = gateway.client(gateway.replicas("shop", 1).getFirst());
        assertThatThrownBy(() -> session.at(endpoint).execute("greeting", "{}")).hasMessageContaining("404");
        leavesOnlyToolsThatReportIt();
    }

    private void leavesOnlyToolsThatReportIt() {
        gateway.apply(Shop.tool("farewell", "shop", "Says farewell", "{{ inputs.nobody }}"));
        gateway.awaitReason("InvalidStatement", "tool/farewell");

        gateway.delete("hyperterseserver/shop");

        gateway.awaitReason("ServerNotFound", "tool/greeting");
        gateway.awaitReason("ServerNotFound", "tool/farewell");
        Until.holds(
                "nothing is left of the server",
                () -> children().isEmpty() && gateway.pods("shop").isEmpty());
        assertThat(gateway.value("tool/greeting", "{.status.servers[0].servedGeneration}"))
                .isEmpty();
    }

    private String readinessOfPodsMadeFor(String server) {
        return gateway.kubectl(
                "get",
                "pods",
                "-o",
                "jsonpath={.items[?(@.metadata.annotations.hyperterse\\.dev/server-uid==\"%s\")]".formatted(server)
                        + ".status.conditions[?(@.type==\"Ready\")].status}");
    }

    private List<String> children() {
        return gateway.kubectl("get", CHILDREN, "-l", "hyperterse.dev/server=shop", "-o", "name")
                .lines()
                .toList();
    }
}
