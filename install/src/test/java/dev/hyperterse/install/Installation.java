package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;

/** The installation on a real API server, applied as a user would. Applying it again changes nothing. */
final class Installation {
    private Installation() {}

    static Kubectl on(ControlPlane controlPlane) {
        var kubectl = controlPlane.kubectl();
        must(kubectl, "apply", "-f", "hyperterse.yaml");
        must(kubectl, "wait", "--for=condition=Established", "--timeout=60s", "-f", "../crds/manifests");
        return kubectl;
    }

    static String must(Kubectl kubectl, String... arguments) {
        var result = kubectl.run(arguments);
        assertThat(result.succeeded())
                .as("kubectl " + String.join(" ", arguments) + "\n" + result.errors())
                .isTrue();
        return result.output();
    }
}
