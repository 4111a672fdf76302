package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What an author breaks stays as it was, and says so; what an owner takes away is gone. */
@OnPlayground
class FaultyEditsIT {
    private static final String TOOL = "tool/greeting";
    private static final String ENTRY = "{.status.servers[0].";

    @Test
    void lastGoodVersionIsServedUntilTheToolIsFixed(Gateway gateway) throws Exception {
        gateway.apply(Shop.listingServer("shop", 2), Shop.tool("greeting", "shop", "Greets", "one"));
        gateway.awaitReady("hyperterseserver/shop", TOOL);
        var replicas = Everywhere.of(gateway, "shop", 2);

        gateway.apply(Shop.tool("greeting", "shop", "Greets", "{{ inputs.nobody }}"));
        gateway.awaitReason("InvalidStatement", TOOL);

        replicas.serves("greeting", "one");
        assertThat(gateway.value(TOOL, ENTRY + "generation}")).isEqualTo("2");
        assertThat(gateway.value(TOOL, ENTRY + "servedGeneration}")).isEqualTo("1");
        assertThat(gateway.value(TOOL, ENTRY + "conditions[?(@.type=='Serving')].reason}"))
                .isEqualTo("LastGoodVersion");
        assertThat(gateway.value(TOOL, "{.status.conditions[?(@.type=='Ready')].message}"))
                .contains("spec.statement.text", "nobody");
        gateway.await("jsonpath={.status.rejected.samples[0].name}=greeting", "hyperterseserver/shop");

        gateway.apply(Shop.tool("greeting", "shop", "Greets", "three"));
        gateway.awaitReady(TOOL);

        replicas.serves("greeting", "three");
        assertThat(gateway.value(TOOL, ENTRY + "servedGeneration}")).isEqualTo("3");
    }

    @Test
    void faultyNewToolIsNotServedAndItsFixAffectsNoOther(Gateway gateway) throws Exception {
        gateway.apply(
                Shop.listingServer("shop", 2),
                Shop.tool("greeting", "shop", "Greets", "{{ inputs.nobody }}"),
                Shop.tool("farewell", "shop", "Says farewell", "one"));
        gateway.awaitReady("hyperterseserver/shop", "tool/farewell");
        gateway.awaitReason("InvalidStatement", TOOL);
        var replicas = Everywhere.of(gateway, "shop", 2);
        replicas.serves("farewell", "one");
        replicas.knowsNothingOf("greeting");

        gateway.apply(Shop.tool("greeting", "shop", "Greets", "two"));
        gateway.awaitReady(TOOL);

        replicas.serves("greeting", "two");
    }

    @Test
    void aRevokedGrantTakesTheToolsAwayAndGivesThemBack(Gateway gateway) throws Exception {
        gateway.apply(Shop.listingServer("shop", 2), Shop.tool("greeting", "shop", "Greets", "one"));
        gateway.awaitReady("hyperterseserver/shop", TOOL);
        var replicas = Everywhere.of(gateway, "shop", 2);

        grant(gateway, "None");
        gateway.awaitReason("NotAllowedAdapter", TOOL);
        replicas.awaitTools();
        replicas.knowsNothingOf("greeting");
        assertThat(gateway.value(TOOL, ENTRY + "servedGeneration}")).isEmpty();

        grant(gateway, "Same");
        gateway.awaitReason("Serving", TOOL);
        replicas.serves("greeting", "one");
    }

    private static void grant(Gateway gateway, String from) {
        gateway.kubectl(
                "patch",
                "hyperterseserver/shop",
                "--type=json",
                "--patch=[{\"op\":\"add\",\"path\":\"/spec/adapters/0/namespaces\",\"value\":{\"from\":\"" + from
                        + "\"}}]");
    }
}
