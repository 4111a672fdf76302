package dev.hyperterse.operator.workload.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerPodsTest {
    @Test
    void aPodThatIsEndingStillNeedsItsRights() {
        var ending = pod("before", "Running", "uid-1");
        ending.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        assertThat(ServerPods.serviceAccounts(List.of(ending, pod("after", "Pending", "uid-1")), "uid-1"))
                .containsExactly("after", "before");
    }

    @Test
    void aPodThatHasEndedOrIsOfAnotherServerNeedsNone() {
        var pods = List.of(pod("evicted", "Failed", "uid-1"), pod("foreign", "Running", "uid-2"));
        assertThat(ServerPods.serviceAccounts(pods, "uid-1")).isEmpty();
    }

    /** Set.of does not answer whether it contains null. */
    @Test
    void aPodWithoutPhaseNeedsItsRights() {
        assertThat(ServerPods.serviceAccounts(List.of(pod("new", null, "uid-1")), "uid-1"))
                .containsExactly("new");
    }

    private static Pod pod(String account, String phase, String serverUid) {
        return new PodBuilder()
                .withNewMetadata()
                .addToAnnotations(WorkloadNames.SERVER_UID, serverUid)
                .endMetadata()
                .withNewSpec()
                .withServiceAccountName(account)
                .endSpec()
                .withNewStatus()
                .withPhase(phase)
                .endStatus()
                .build();
    }
}
