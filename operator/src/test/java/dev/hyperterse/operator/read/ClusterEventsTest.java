package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.kind.ObjectChange;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterEventsTest {
    /** As somebody does who takes a pod aside. */
    @Test
    void aRelabelledPodConcernsBothServers() {
        var change = new ObjectChange<>(Optional.of(pod("shop")), Optional.of(pod("aside")));
        assertThat(ClusterEvents.ofPod(change))
                .containsExactly(
                        new ClusterEvent.PodsChanged(new ServerKey("shop", "shop")),
                        new ClusterEvent.PodsChanged(new ServerKey("shop", "aside")));
        assertThat(ClusterEvents.ofPod(new ObjectChange<>(Optional.of(pod("shop")), Optional.of(pod("shop")))))
                .isEmpty();
        assertThat(ClusterEvents.ofPod(new ObjectChange<>(Optional.of(pod("shop")), Optional.empty())))
                .containsExactly(new ClusterEvent.PodsChanged(new ServerKey("shop", "shop")));
    }

    @Test
    void aPodThatIsMadeForAnotherServerOfItsNameIsAChange() {
        var before = pod("shop");
        var after = new PodBuilder(before)
                .editMetadata()
                .addToAnnotations(WorkloadNames.SERVER_UID, "new")
                .endMetadata()
                .build();
        assertThat(ClusterEvents.ofPod(new ObjectChange<>(Optional.of(before), Optional.of(after))))
                .containsExactly(new ClusterEvent.PodsChanged(new ServerKey("shop", "shop")));
    }

    /** A toolset selects by labels, which change no generation. */
    @Test
    void labelsOfADefinitionDecideWhatItsServersServe() {
        var before = tool("sales");

        assertThat(ClusterEvents.ofLeaf(
                        new ObjectChange<>(Optional.of(before), Optional.of(tool("people"))), ObservedLeaf::of))
                .containsExactly(new ClusterEvent.LeafChanged(
                        new LeafKey(LeafKind.Tool, "shop", "orders"), Set.of(new ServerKey("shop", "shop"))));
        assertThat(ClusterEvents.ofLeaf(
                        new ObjectChange<>(Optional.of(before), Optional.of(tool("sales"))), ObservedLeaf::of))
                .isEmpty();
    }

    private static Tool tool(String team) {
        var tool = new Tool();
        tool.setMetadata(new ObjectMetaBuilder()
                .withNamespace("shop")
                .withName("orders")
                .withUid("uid")
                .withGeneration(3L)
                .addToLabels("team", team)
                .build());
        tool.setSpec(ApiSerialization.mapper()
                .convertValue(Map.of("serverRefs", List.of(Map.of("name", "shop"))), ToolSpec.class));
        return tool;
    }

    private static Pod pod(String server) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("shop-0")
                .withUid("uid")
                .addToLabels(WorkloadNames.SERVER_LABEL, server)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();
    }
}
