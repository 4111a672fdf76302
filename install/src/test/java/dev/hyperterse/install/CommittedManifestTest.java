package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The committed installation is what its parts and the CRDs say. {@code -Dinstall.update=true} rewrites it. */
class CommittedManifestTest {
    @Test
    void theInstallationIsCommittedAsGenerated() throws IOException {
        var expected = InstallManifest.generated();
        if (Boolean.getBoolean("install.update")) {
            Files.writeString(InstallManifest.FILE, expected);
        }
        assertThat(InstallManifest.FILE)
                .as("rewrite it with: " + InstallManifest.UPDATE)
                .content()
                .isEqualTo(expected);
    }

    @Test
    void everyPartIsInIt() throws IOException {
        assertThat(InstallManifest.objects().stream().map(object -> object.getKind()))
                .contains(
                        "Namespace",
                        "CustomResourceDefinition",
                        "ServiceAccount",
                        "ClusterRole",
                        "ClusterRoleBinding",
                        "Role",
                        "RoleBinding",
                        "Deployment");
    }
}
