package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is committed of the installation is what its parts and the CRDs say. {@code -Dinstall.update=true} rewrites it. */
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
    void theReferencesForKustomizeAreCommittedAsGenerated() throws IOException {
        var expected = KustomizeReferences.generated();
        if (Boolean.getBoolean("install.update")) {
            Files.writeString(KustomizeReferences.FILE, expected);
        }
        assertThat(KustomizeReferences.FILE)
                .as("rewrite it with: " + InstallManifest.UPDATE)
                .content()
                .isEqualTo(expected);
    }

    @Test
    void theValuesOfTheChartsAreDocumentedAsGenerated() throws IOException {
        var expected = ChartReference.generated();
        if (Boolean.getBoolean("install.update")) {
            Files.writeString(ChartReference.FILE, expected);
        }
        assertThat(ChartReference.FILE)
                .as("rewrite it with: " + InstallManifest.UPDATE)
                .content()
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void theReadmeOfAChartIsCommittedAsGenerated(Chart chart) throws IOException {
        var expected = ChartReference.readmeOf(chart);
        if (Boolean.getBoolean("install.update")) {
            Files.writeString(ChartReference.readme(chart), expected);
        }
        assertThat(ChartReference.readme(chart))
                .as("rewrite it with: " + InstallManifest.UPDATE)
                .content()
                .isEqualTo(expected);
    }

    /** Of a new field that names something, {@link KustomizeReferences} says whether that is an object. */
    @Test
    void everyReferenceFieldIsConfiguredForKustomize() throws IOException {
        assertThat(KustomizeReferences.undecided()).isEmpty();
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
