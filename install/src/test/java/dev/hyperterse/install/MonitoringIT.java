package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.ForeignDefinition;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.ForeignKinds;
import dev.hyperterse.controlplane.junit.RealApiServer;
import io.fabric8.kubernetes.api.model.KubernetesListBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PodMonitors and rules of the chart, by the definitions that the Prometheus operator ships. */
@RealApiServer
class MonitoringIT {
    private static final String NAMESPACE = "chart-monitoring";

    private static Kubectl kubectl;

    @BeforeAll
    static void install(ControlPlane controlPlane) {
        kubectl = controlPlane.kubectl();
        ForeignKinds.install(kubectl, ForeignDefinition.POD_MONITOR, ForeignDefinition.PROMETHEUS_RULE);
        Installation.must(kubectl, "create", "namespace", NAMESPACE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"operator-everything", "operator-namespaces"})
    void theApiServerTakesWhatIsRendered(String name) {
        var applied = apply(rendered(name));
        assertThat(applied.succeeded()).as(applied.errors()).isTrue();
        assertThat(applied.output().lines()).hasSize(3);
    }

    @Test
    void aFieldThatTheDefinitionDoesNotHaveIsRefused() {
        var applied = apply(rendered("operator-everything").replace("podTargetLabels:", "targetLabels:"));
        assertThat(applied.errors()).contains("unknown field \"targetLabels\"");
    }

    private static String rendered(String name) {
        var rendered = Chart.OPERATOR.rendered(NAMESPACE, ChartTest.CASES.resolve(name + "-values.yaml"));
        var monitoring = Chart.objects(rendered).stream()
                .filter(object -> object.getApiVersion().startsWith("monitoring.coreos.com/"))
                .toList();
        return new KubernetesSerialization()
                .asYaml(new KubernetesListBuilder().withItems(monitoring).build());
    }

    private static Kubectl.Result apply(String manifest) {
        return kubectl.runWithInput(
                manifest, "apply", "--server-side", "--dry-run=server", "--validate=strict", "-f", "-");
    }
}
