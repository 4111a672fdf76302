package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the charts say of themselves on Artifact Hub agrees with what they contain. */
class ArtifactHubTest {
    private static final List<String> CATEGORIES = List.of(
            "ai-machine-learning",
            "database",
            "integration-delivery",
            "monitoring-logging",
            "networking",
            "security",
            "storage",
            "streaming-messaging",
            "skip-prediction");

    @ParameterizedTest
    @EnumSource
    void licenseAndCategoryAreNamed(Chart chart) throws IOException {
        assertThat(annotation(chart, "license").asText()).isEqualTo("Apache-2.0");
        assertThat(CATEGORIES).contains(annotation(chart, "category").asText());
    }

    /** A boolean would not be a valid annotation. */
    @ParameterizedTest
    @EnumSource
    void alphaApiIsAPrerelease(Chart chart) throws IOException {
        assertThat(annotation(chart, "prerelease")).isEqualTo(new TextNode("true"));
    }

    @Test
    void everyDefinitionIsListed() throws IOException {
        var definitions = objects(Path.of("..", "crds", "manifests")).stream()
                .map(CustomResourceDefinition.class::cast)
                .map(definition -> List.of(
                        definition.getMetadata().getName(),
                        definition.getSpec().getNames().getKind(),
                        definition.getSpec().getVersions().getFirst().getName()))
                .toList();
        var listed = items("crds").stream()
                .map(item -> List.of(
                        item.get("name").asText(),
                        item.get("kind").asText(),
                        item.get("version").asText()))
                .toList();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(definitions);
    }

    /** Those are admitted and compiled by other tests. */
    @Test
    void oneObjectOfTheExamplesIsShownForEachKind() throws IOException {
        var examples = objects(Path.of("..", "examples", "cluster"));
        examples.addAll(objects(Path.of("..", "examples", "quickstart")));
        var shown = items("crdsExamples").stream()
                .map(item -> object(item.toString()))
                .toList();
        assertThat(shown)
                .isSubsetOf(examples)
                .extracting(HasMetadata::getKind)
                .containsExactlyInAnyOrder("HyperterseServer", "Tool", "Prompt", "Resource");
    }

    private static List<HasMetadata> objects(Path directory) throws IOException {
        var objects = new ArrayList<HasMetadata>();
        try (var files = Files.newDirectoryStream(directory, "*.yaml")) {
            for (var file : files) {
                for (var document : Files.readString(file).split("(?m)^---$")) {
                    objects.add(object(document));
                }
            }
        }
        return objects;
    }

    private static HasMetadata object(String text) {
        return new KubernetesSerialization().unmarshal(text);
    }

    private static List<JsonNode> items(String annotation) throws IOException {
        var list = Serialization.unmarshal(annotation(Chart.CRDS, annotation).asText(), JsonNode.class);
        return StreamSupport.stream(list.spliterator(), false).toList();
    }

    private static JsonNode annotation(Chart chart, String name) throws IOException {
        var file = Files.readString(chart.directory().resolve("Chart.yaml"));
        return Serialization.unmarshal(file, JsonNode.class).get("annotations").get("artifacthub.io/" + name);
    }
}
