package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.kind.ObjectChange;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Optional;
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
