package dev.hyperterse.operator.workload.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeHeapTest {
    @ParameterizedTest
    @CsvSource({
        "64Mi, -Xmx25m",
        "256Mi, -Xmx102m",
        "384Mi, -Xmx153m",
        "512Mi, -Xmx224m",
        "1Gi, -Xmx608m",
        "4Gi, -Xmx2912m",
        "2G, -Xmx1270m"
    })
    void theHeapFollowsFromTheLimit(String limit, String option) {
        assertThat(RuntimeHeap.option(limited(limit))).contains(option);
    }

    @Test
    void withoutALimitItFollowsFromTheRequest() {
        var resources = new ResourceRequirementsBuilder()
                .addToRequests("memory", new Quantity("1Gi"))
                .build();
        assertThat(RuntimeHeap.option(resources)).contains("-Xmx608m");
    }

    @Test
    void withNeitherTheVirtualMachineDecides() {
        assertThat(RuntimeHeap.option(new ResourceRequirements())).isEmpty();
    }

    /** What its schema admits and Kubernetes does not is said by the API server, of the Deployment. */
    @ParameterizedTest
    @ValueSource(strings = {"1e2000000000", "1e99999999999", "1e1.5", "0", "-1Gi", "1e400"})
    void aLimitThatIsNoneIsNoneOfOurs(String limit) {
        var resources = new ResourceRequirementsBuilder()
                .addToLimits("memory", Quantity.parse(limit))
                .build();
        assertThat(RuntimeHeap.option(resources)).isEmpty();
    }

    private static ResourceRequirements limited(String memory) {
        return new ResourceRequirementsBuilder()
                .addToLimits("memory", new Quantity(memory))
                .addToRequests("memory", new Quantity("1Mi"))
                .build();
    }
}
