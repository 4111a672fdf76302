package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers in {@code in-*.yaml} and the objects made of them in {@code out-*.yaml}; {@code -Dgolden.update=true} rewrites. */
class WorkloadPlanTest {
    private static final Path GOLDEN = Path.of("src/test/resources/workload");
    private static final RuntimeImage IMAGE =
            new RuntimeImage("registry.example/hyperterse-runtime:1.2.3", "1.2.3", false);

    @ParameterizedTest
    @ValueSource(strings = {"smallest", "everything", "autoscaled"})
    void theObjectsOfAServer(String name) throws IOException {
        var objects =
                plan(name, IMAGE).objects().stream().map(Serialization::asYaml).collect(Collectors.joining());
        var expected = GOLDEN.resolve("out-" + name + ".yaml");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, objects);
        }
        assertThat(objects).isEqualTo(Files.readString(expected));
    }

    @Test
    void imageAndServiceAccountAreOnlyOverriddenWhereTheInstallationAllowsIt() throws IOException {
        var refused =
                deployment(plan("everything", IMAGE)).getSpec().getTemplate().getSpec();
        assertThat(refused.getContainers().getFirst().getImage()).isEqualTo(IMAGE.image());
        assertThat(refused.getServiceAccountName()).isEqualTo("shop-runtime");

        var overridable = new RuntimeImage(IMAGE.image(), IMAGE.version(), true);
        var allowed = deployment(plan("everything", overridable))
                .getSpec()
                .getTemplate()
                .getSpec();
        assertThat(allowed.getContainers().getFirst().getImage()).isEqualTo("mirror.example/runtime:1.2.3");
        assertThat(allowed.getServiceAccountName()).isEqualTo("shop-own");
    }

    @Test
    void aReplicaHasTimeToFinishItsCallsBeforeItIsKilled() throws IOException {
        var spec = deployment(plan("smallest", IMAGE)).getSpec().getTemplate().getSpec();
        var preStop = spec.getContainers()
                .getFirst()
                .getLifecycle()
                .getPreStop()
                .getSleep()
                .getSeconds();
        assertThat(spec.getTerminationGracePeriodSeconds()).isGreaterThan(preStop + 30);
    }

    private static Deployment deployment(WorkloadPlan plan) {
        return plan.objects().stream()
                .filter(Deployment.class::isInstance)
                .map(Deployment.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static WorkloadPlan plan(String name, RuntimeImage image) throws IOException {
        var yaml = Files.readString(GOLDEN.resolve("in-" + name + ".yaml"));
        var server = ApiSerialization.create().unmarshal(yaml, HyperterseServer.class);
        return WorkloadPlan.of(server, new WorkloadSettings(image, "hyperterse-system"), Optional.empty());
    }
}
