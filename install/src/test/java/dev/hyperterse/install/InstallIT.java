package dev.hyperterse.install;

import static dev.hyperterse.install.Installation.must;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.RealApiServer;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code kubectl apply -f install/hyperterse.yaml}, again, by the server's half of apply, and what the admission says. */
@RealApiServer
class InstallIT {
    private static final String FILE = "hyperterse.yaml";

    private static Kubectl kubectl;

    @BeforeAll
    static void install(ControlPlane controlPlane) {
        kubectl = Installation.on(controlPlane);
    }

    @Test
    void applyingItAgainChangesNothing() {
        // Another test may have left it to the server's half.
        must(kubectl, "apply", "-f", FILE);
        var before = versions();
        assertThat(must(kubectl, "apply", "-f", FILE).lines())
                .isNotEmpty()
                .allMatch(line -> line.endsWith("unchanged"));
        assertThat(versions()).isEqualTo(before);
    }

    @Test
    void theServersHalfOfApplyTakesOverAndThenChangesNothing() {
        must(kubectl, "apply", "--server-side", "-f", FILE);
        var before = versions();
        must(kubectl, "apply", "--server-side", "-f", FILE);
        assertThat(versions()).isEqualTo(before);
    }

    @Test
    void nothingDiffersFromWhatIsWritten() {
        assertThat(kubectl.run("diff", "-f", FILE).output()).isEmpty();
    }

    @Test
    void theServerFindsNothingToWarnOf() {
        var answer = kubectl.run("apply", "--dry-run=server", "--validate=strict", "-f", FILE);
        assertThat(answer.succeeded()).as(answer.errors()).isTrue();
        assertThat(answer.errors()).isEmpty();
    }

    /** The namespace enforces the strictest pod security standard, which judges pods, not Deployments. */
    @Test
    void thePodOfTheOperatorIsAdmitted() throws IOException {
        var template = InstallManifest.object(Deployment.class, "hyperterse-operator")
                .getSpec()
                .getTemplate();
        var pod = new PodBuilder()
                .withMetadata(template.getMetadata())
                .editMetadata()
                .withName("operator")
                .withNamespace("hyperterse-system")
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
        var admitted = create(new KubernetesSerialization().asYaml(pod));
        assertThat(admitted.succeeded()).as(admitted.errors()).isTrue();

        pod.getSpec().getContainers().getFirst().setSecurityContext(null);
        assertThat(create(new KubernetesSerialization().asYaml(pod)).errors()).contains("violates PodSecurity");
    }

    @Test
    void aGatewayNamespaceIsMadeByOneFile() {
        must(kubectl, "create", "namespace", "install-gateway");
        var file = InstallManifest.GATEWAY_NAMESPACE.toString();
        must(kubectl, "apply", "--namespace", "install-gateway", "-f", file);
        assertThat(must(kubectl, "apply", "--namespace", "install-gateway", "-f", file))
                .contains("unchanged");
    }

    private Kubectl.Result create(String yaml) {
        return kubectl.runWithInput(yaml, "create", "--dry-run=server", "-f", "-");
    }

    private String versions() {
        return must(
                kubectl,
                "get",
                "-f",
                FILE,
                "-o",
                "jsonpath={range .items[*]}{.kind}/{.metadata.name} {.metadata.resourceVersion}{'\\n'}{end}");
    }
}
