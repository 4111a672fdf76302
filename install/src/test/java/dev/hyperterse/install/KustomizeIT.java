package dev.hyperterse.install;

import static dev.hyperterse.install.Installation.must;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.RealApiServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Overlays, built by the Kustomize of the real kubectl. */
@RealApiServer
class KustomizeIT {
    private static final Path RESOURCES = Path.of("src", "test", "resources", "kustomize");
    private static final String GATEWAY = RESOURCES.resolve("gateway").toString();
    private static final String DIGEST = "sha256:24a0c4b4a4c0eb97a1aabb8e29f18e917d05abfe1b7a7c07857230879ce7d3d3";

    /** Not below the base, which Kustomize takes for a cycle. */
    @TempDir
    private static Path installation;

    private static Kubectl kubectl;

    @BeforeAll
    static void install(ControlPlane controlPlane) throws IOException {
        kubectl = Installation.on(controlPlane);
        must(kubectl, "create", "namespace", "team-a");
        Files.writeString(installation.resolve("kustomization.yaml"), """
                resources: [%s]
                images:
                  - {name: hyperterse/operator, newName: registry.example/team/operator, newTag: 1.2.3}
                  - {name: hyperterse/runtime, newName: registry.example/team/runtime, digest: "%s"}
                """.formatted(
                        installation.toRealPath().relativize(Path.of("").toRealPath()), DIGEST));
    }

    @Test
    void theBaseIsTheInstallation() throws IOException {
        assertThat(built(".")).containsExactlyInAnyOrderElementsOf(InstallManifest.objects());
    }

    @Test
    void imagesReachBothTheOperatorAndWhatServersRun() throws IOException {
        var objects = built(installation.toString());
        var operator = objects.stream()
                .filter(Deployment.class::isInstance)
                .map(Deployment.class::cast)
                .findFirst()
                .orElseThrow();
        var template = operator.getSpec().getTemplate();
        assertThat(template.getSpec().getContainers()).singleElement().satisfies(it -> assertThat(it.getImage())
                .isEqualTo("registry.example/team/operator:1.2.3"));
        assertThat(template.getMetadata().getAnnotations())
                .containsEntry("hyperterse.dev/runtime-image", "registry.example/team/runtime@" + DIGEST);

        objects.remove(operator);
        assertThat(InstallManifest.objects()).containsAll(objects);
    }

    /** Prefix, suffix, namespace, hash of generated objects, images; {@code -Dgolden.update=true} rewrites the golden file. */
    @Test
    void everyReferenceFollowsTheNameOfItsObject() throws IOException {
        var golden = RESOURCES.resolve("out-gateway.yaml");
        var output = must(kubectl, "kustomize", GATEWAY);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, output);
        }
        assertThat(output).isEqualTo(Files.readString(golden));
    }

    @Test
    void builtObjectsAreAccepted() {
        for (var overlay : List.of(installation.toString(), GATEWAY)) {
            must(
                    kubectl,
                    "apply",
                    "--dry-run=server",
                    "--validate=strict",
                    "--server-side",
                    "--force-conflicts",
                    "-k",
                    overlay);
        }
    }

    private static List<HasMetadata> built(String directory) {
        List<HasMetadata> objects = new KubernetesSerialization().unmarshal(must(kubectl, "kustomize", directory));
        return objects;
    }
}
