package dev.hyperterse.playground.e2e;

import static dev.hyperterse.playground.e2e.UsedRights.OPERATOR;
import static dev.hyperterse.playground.e2e.UsedRights.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The rights of the installation beside those that were used while a server came, had everything that a server can have, lost it
 * again and went.
 */
@OnPlayground(alone = true)
class UsedRightsIT {
    private static Gateway gateway;
    private static UsedRights used;
    private static Set<Right> ofReplicas;

    @BeforeAll
    static void doEverythingOnce(Gateway opened) {
        gateway = opened;
        gateway.kubectlAnywhere("label", "namespace", gateway.namespace(), "team=shop");
        gateway.kubectlAnywhere(
                "set", "env", "deployment/hyperterse-operator", "HYPERTERSE_RUNTIME_OVERRIDES=Allowed", "-n", SYSTEM);
        gateway.kubectlAnywhere("rollout", "status", "deployment/hyperterse-operator", "-n", SYSTEM, "--timeout=300s");

        var server = new LifeOfAServer(gateway, "{from: Selector, selector: {matchLabels: {team: shop}}}");
        server.hasEverything();
        ofReplicas = Right.in(UsedRights.rules(gateway.playground(), gateway.namespace(), "shop-runtime"));
        server.losesIt();
        server.goes();
        used = new UsedRights(gateway.playground());
    }

    @Test
    void nothingIsAskedForThatTheChartDoesNotGrant() {
        assertThat(used.refusedToTheOperator())
                // The namespace of the class before goes with the rights that the operator has in it.
                .filteredOn(refused -> !refused.namespace().startsWith(Gateway.PREFIX)
                        || refused.namespace().equals(gateway.namespace()))
                .isEmpty();
        var granted = new TreeSet<>(used.ofClusterRole("hyperterse-operator"));
        granted.addAll(used.ofClusterRole("hyperterse-operator-gateway"));
        granted.addAll(used.ofRole(SYSTEM, "hyperterse-operator"));
        assertThat(used.of(OPERATOR, "", SYSTEM, gateway.namespace())).isSubsetOf(granted);
    }

    @Test
    void everyRightOverTheClusterIsUsed() {
        assertThat(used.unused(used.ofClusterRole("hyperterse-operator"), "", gateway.namespace()))
                .isEmpty();
    }

    @Test
    void everyRightInAGatewayNamespaceIsUsed() {
        assertThat(used.unused(used.ofClusterRole("hyperterse-operator-gateway"), "", gateway.namespace()))
                .isEmpty();
    }

    @Test
    void everyRightInTheNamespaceOfTheOperatorIsUsed() {
        assertThat(used.unused(used.ofRole(SYSTEM, "hyperterse-operator"), SYSTEM))
                .isEmpty();
    }

    @Test
    void everyRightOfAReplicaIsUsed() {
        var replica = "system:serviceaccount:" + gateway.namespace() + ":shop-runtime";
        assertThat(used.of(replica, gateway.namespace())).containsExactlyInAnyOrderElementsOf(ofReplicas);
    }
}
