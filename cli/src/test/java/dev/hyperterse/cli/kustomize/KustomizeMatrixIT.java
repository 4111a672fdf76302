package dev.hyperterse.cli.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.document.YamlText;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Directories that are built here and by the Kustomize of the real kubectl: the objects that are read here are equal. */
@RealApiServer
class KustomizeMatrixIT {
    private static final Path MATRIX = Path.of("src/test/resources/dev/hyperterse/cli/kustomize/matrix");
    private static final Set<String> READ =
            Set.of("HyperterseServer", "Tool", "Prompt", "Resource", "ConfigMap", "Secret", "Namespace");

    private static ControlPlane controlPlane;

    @BeforeAll
    static void kubectl(ControlPlane started) {
        controlPlane = started;
    }

    static Stream<Path> directories() throws IOException {
        try (var directories = Files.list(MATRIX)) {
            return directories.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("directories")
    void buildsAsKubectlDoes(Path directory) {
        var kustomized = controlPlane.kubectl().run("kustomize", directory.toString());
        assertThat(kustomized.succeeded()).as(kustomized.errors()).isTrue();
        var expected = YamlText.parse("kustomized", kustomized.output());
        var built = new KustomizeBuild().build(directory);
        assertThat(built.problems()).isEmpty();
        assertThat(read(built.objects().stream().map(Tree::content).toList()))
                .containsExactlyInAnyOrderElementsOf(read(expected));
    }

    private static List<Object> read(List<?> objects) {
        return objects.stream()
                .filter(it -> it instanceof Map<?, ?> object && READ.contains(object.get("kind")))
                .<Object>map(it -> it)
                .toList();
    }
}
