package dev.hyperterse.install;

import static dev.hyperterse.install.Installation.must;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.RealApiServer;
import io.fabric8.kubernetes.api.model.KubernetesListBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The real API server takes what the charts render, and the rights of a limited operator end where its scope does. */
@RealApiServer
class ChartIT {
    private static final String LIMITED = "chart-limited";
    private static final String ELSEWHERE = "chart-elsewhere";
    private static final String OPERATOR = "system:serviceaccount:" + LIMITED + ":hyperterse-operator";
    private static final String ALL = "get list watch create update patch delete deletecollection";

    private static Kubectl kubectl;

    @BeforeAll
    static void install(ControlPlane controlPlane) {
        kubectl = Installation.on(controlPlane);
        for (var namespace : List.of(LIMITED, ELSEWHERE, "tenant-a", "tenant-b", "shop")) {
            kubectl.run("create", "namespace", namespace);
        }
        var limited = Chart.OPERATOR.rendered(LIMITED, ChartTest.CASES.resolve("operator-release-values.yaml"));
        assertApplied(kubectl.runWithInput(limited, "apply", "--server-side", "-f", "-"));
    }

    static List<String> operatorCases() throws IOException {
        return ChartTest.operatorCases();
    }

    /** All but the kinds of the Prometheus operator, which are not installed here. */
    @ParameterizedTest
    @MethodSource("operatorCases")
    void theApiServerTakesWhatIsRendered(String name) {
        var rendered = Chart.OPERATOR.rendered("hyperterse-system", ChartTest.CASES.resolve(name + "-values.yaml"));
        var builtIn = Chart.objects(rendered).stream()
                .filter(object -> !object.getApiVersion().startsWith("monitoring.coreos.com/"))
                .toList();
        assertApplied(kubectl.runWithInput(
                new KubernetesSerialization()
                        .asYaml(new KubernetesListBuilder().withItems(builtIn).build()),
                "apply",
                "--server-side",
                "--force-conflicts",
                "--dry-run=server",
                "--validate=strict",
                "-f",
                "-"));
    }

    @Test
    void theApiServerTakesTheServer() {
        var rendered = Chart.SERVER.rendered("shop", ChartTest.CASES.resolve("server-values.yaml"));
        assertApplied(kubectl.runWithInput(
                rendered, "apply", "--server-side", "--dry-run=server", "--validate=strict", "-f", "-"));
    }

    @ParameterizedTest
    @CsvSource({
        "hyperterseservers.hyperterse.dev, list watch",
        "tools.hyperterse.dev, list watch",
        "tools.hyperterse.dev/status, patch",
        "configmaps, get list watch create update",
        "secrets, get list watch create update",
        "deployments.apps, get list watch create patch",
        "serviceaccounts, get list watch create patch delete",
        "pods, list watch",
        "events.events.k8s.io, create",
    })
    void inItsNamespaceItHoldsWhatAnOperatorOfTheClusterHoldsInAGateway(
            String resource, String verbs, ControlPlane controlPlane) {
        try (var operator = Rights.of(OPERATOR, controlPlane)) {
            assertThat(operator.allowed(ALL, resource, LIMITED))
                    .isEqualTo(List.of(verbs.split(" ")).stream()
                            .map(verb -> verb + " " + resource)
                            .toList());
            assertThat(operator.allowed(ALL, resource, ELSEWHERE)).isEmpty();
            assertThat(operator.allowed(ALL, resource, Rights.EVERYWHERE)).isEmpty();
        }
    }

    @Test
    void itReadsTheLabelsOfItsNamespaceAndOfNoOther() {
        must(kubectl, "--as=" + OPERATOR, "get", "namespace", LIMITED);
        assertThat(kubectl.run("--as=" + OPERATOR, "get", "namespace", ELSEWHERE)
                        .errors())
                .contains("forbidden");
    }

    private static void assertApplied(Kubectl.Result applied) {
        assertThat(applied.succeeded()).as(applied.errors()).isTrue();
        // The installation was applied by the client's half, and a dry run cannot take that over.
        assertThat(applied.errors().lines())
                .filteredOn(line -> !line.contains("failed to migrate"))
                .isEmpty();
    }
}
