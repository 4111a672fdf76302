package dev.hyperterse.operator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnershipTest {
    private final HyperterseServer server = server("uid-1");

    @Test
    void aControlledObjectUnderAGivenNameIsMadeForTheServer() {
        assertThat(Ownership.madeFor(server, budget("shop-runtime", List.of(Ownership.of(server)))))
                .isTrue();
    }

    /** As kubectl get -o yaml and another name make it. */
    @Test
    void aCopyUnderAnotherNameIsNotMadeForTheServer() {
        assertThat(Ownership.madeFor(server, budget("shop-runtime-mine", List.of(Ownership.of(server)))))
                .isFalse();
    }

    @Test
    void labelsAloneDoNotMakeAnObjectTheServers() {
        assertThat(Ownership.madeFor(server, budget("shop-runtime", List.of()))).isFalse();
        assertThat(Ownership.madeFor(server, budget("shop-runtime", List.of(Ownership.of(server("uid-0"))))))
                .isFalse();
    }

    /** Catalog objects of a deleted server of that name are taken over; those of any other owner are not. */
    @Test
    void catalogObjectsOfADeletedServerOfTheSameNameAreTakenOver() {
        var before = budget("shop-catalog", List.of(Ownership.of(server("uid-0"))));
        assertThat(Ownership.holds(server, before)).isFalse();
        assertThat(Ownership.holdsOrTakesOver(server, before)).isTrue();

        var another = Ownership.of(server("uid-0"));
        another.setKind("Cluster");
        assertThat(Ownership.holdsOrTakesOver(server, budget("shop-catalog", List.of(another))))
                .isFalse();
        before.getMetadata().setLabels(null);
        assertThat(Ownership.holdsOrTakesOver(server, before)).isFalse();
    }

    private static HyperterseServer server(String uid) {
        var server = new HyperterseServer();
        server.setMetadata(new ObjectMetaBuilder()
                .withNamespace("gateways")
                .withName("shop")
                .withUid(uid)
                .build());
        return server;
    }

    private static PodDisruptionBudget budget(String name, List<OwnerReference> owners) {
        return new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withNamespace("gateways")
                .withName(name)
                .addToLabels(new WorkloadNames("gateways", "shop").labels("1"))
                .withOwnerReferences(owners)
                .endMetadata()
                .build();
    }
}
