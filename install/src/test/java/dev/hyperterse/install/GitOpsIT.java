package dev.hyperterse.install;

import static dev.hyperterse.install.Installation.must;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.ForeignDefinition;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.ForeignKinds;
import dev.hyperterse.controlplane.junit.RealApiServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesListBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a GitOps controller does with our examples: it applies them by the API server, again and again. */
@RealApiServer
class GitOpsIT {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final Path EXAMPLES = Path.of("..", "examples");

    /** The one of Flux whose Go module is not to be had everywhere; it takes any spec. */
    private static final String HELM_RELEASE = "src/test/resources/gitops/helm-release.yaml";

    private static final String STATUS =
            "{\"status\": {\"observedGeneration\": 1, \"conditions\": [{\"type\": \"Ready\", \"status\": \"True\","
                    + " \"reason\": \"Ready\", \"message\": \"\", \"observedGeneration\": 1,"
                    + " \"lastTransitionTime\": \"2026-01-01T00:00:00Z\"}]}}";

    private static Kubectl kubectl;

    @BeforeAll
    static void install(ControlPlane controlPlane) {
        kubectl = Installation.on(controlPlane);
        ForeignKinds.install(
                kubectl,
                ForeignDefinition.APPLICATION,
                ForeignDefinition.APP_PROJECT,
                ForeignDefinition.EXTERNAL_SECRET,
                ForeignDefinition.CERTIFICATE,
                ForeignDefinition.OCI_REPOSITORY);
        must(kubectl, "apply", "--server-side", "-f", HELM_RELEASE);
        must(kubectl, "wait", "--for=condition=Established", "--timeout=60s", "-f", HELM_RELEASE);
        for (var namespace : List.of("argocd", "flux-system")) {
            must(kubectl, "create", "namespace", namespace);
        }
    }

    static List<String> examples() throws IOException {
        try (var directories = Files.list(EXAMPLES)) {
            return directories
                    .filter(Files::isDirectory)
                    .map(directory -> directory.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    /** Also after the operator has written: nothing of what it writes is in Git, and no default is missing there. */
    @ParameterizedTest
    @MethodSource("examples")
    void applyingAnExampleAgainChangesNothing(String example) throws IOException {
        var objects = objectsOf(EXAMPLES.resolve(example));
        var namespace = "example-" + example;
        must(kubectl, "create", "namespace", namespace);
        objects.stream()
                .filter(object -> object.getMetadata().getNamespace() == null && !(object instanceof Namespace))
                .forEach(object -> object.getMetadata().setNamespace(namespace));
        var manifest =
                YAML.asYaml(new KubernetesListBuilder().withItems(objects).build());
        apply(manifest);
        var ours = objects.stream()
                .filter(object -> object.getApiVersion().startsWith("hyperterse.dev/"))
                .toList();
        assertThat(ours).hasSizeGreaterThan(1);
        ours.forEach(GitOpsIT::writeStatus);
        var before = versions(objects);
        apply(manifest);
        assertThat(versions(objects)).isEqualTo(before);
    }

    /** The guide shows Flux's kinds where the example shows those of Argo CD. */
    @Test
    void theManifestsForFluxAreTaken() throws IOException {
        var guide = Files.readString(Path.of("..", "docs", "gitops.md"));
        var shown = Pattern.compile("(?s)```yaml\n(apiVersion: source\\.toolkit.*?)```")
                .matcher(guide);
        assertThat(shown.find()).isTrue();
        apply(shown.group(1));
        assertThat(must(kubectl, "-n", "flux-system", "get", "helmreleases", "-o", "name")
                        .lines())
                .hasSize(2);
    }

    private static void writeStatus(HasMetadata object) {
        must(
                kubectl,
                "-n",
                object.getMetadata().getNamespace(),
                "patch",
                reference(object),
                "--subresource=status",
                "--type=merge",
                "--field-manager=hyperterse-operator",
                "--patch",
                STATUS);
    }

    private static List<String> versions(List<HasMetadata> objects) {
        return objects.stream()
                .map(object -> reference(object) + " " + must(kubectl, arguments(object)))
                .toList();
    }

    private static String[] arguments(HasMetadata object) {
        var namespace = object.getMetadata().getNamespace();
        var get = Stream.of("get", reference(object), "-o", "jsonpath={.metadata.resourceVersion}");
        return (namespace == null ? get : Stream.concat(Stream.of("-n", namespace), get)).toArray(String[]::new);
    }

    /** With the group: "resources" is a word of other APIs as well. */
    private static String reference(HasMetadata object) {
        var version = object.getApiVersion();
        var group = version.contains("/") ? "." + version.replaceAll("/.*", "") : "";
        return object.getKind() + (group.isEmpty() ? "" : "." + version.replaceAll(".*/", "") + group) + "/"
                + object.getMetadata().getName();
    }

    private static void apply(String manifest) {
        var applied = kubectl.runWithInput(
                manifest,
                "apply",
                "--server-side",
                "--validate=strict",
                "--field-manager=argocd-controller",
                "-f",
                "-");
        assertThat(applied.succeeded()).as(applied.errors()).isTrue();
    }

    /** Namespaces first, as Argo CD orders them; what is in hidden folders is for others. */
    private static List<HasMetadata> objectsOf(Path directory) throws IOException {
        if (Files.exists(directory.resolve("kustomization.yaml"))) {
            return objects(must(kubectl, "kustomize", directory.toString())).toList();
        }
        try (var files = Files.walk(directory)) {
            return files
                    .filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.toString().contains("/.git"))
                    .sorted()
                    .toList()
                    .stream()
                    .flatMap(GitOpsIT::objects)
                    .sorted((one, other) -> Boolean.compare(
                            other.getKind().equals("Namespace"), one.getKind().equals("Namespace")))
                    .toList();
        }
    }

    private static Stream<HasMetadata> objects(Path file) {
        try {
            return objects(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A text of one document is read as the object itself. */
    private static Stream<HasMetadata> objects(String text) {
        Object read = YAML.unmarshal(text);
        return read instanceof List<?> several
                ? several.stream().map(HasMetadata.class::cast)
                : Stream.of((HasMetadata) read);
    }
}
