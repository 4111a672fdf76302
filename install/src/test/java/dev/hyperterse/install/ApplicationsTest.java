package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Applications of the example that name a chart: Argo CD renders it with the values that stand there. */
class ApplicationsTest {
    private static final Path APPLICATIONS = Path.of("..", "examples", "gitops", "apps");

    @Test
    void theirChartsTakeTheirValues(@TempDir Path directory) throws IOException {
        var charts = applications().stream()
                .filter(application -> source(application).path("path").asText().startsWith("charts/"))
                .toList();
        assertThat(charts).hasSize(2);
        for (var application : charts) {
            var values = Files.writeString(
                    directory.resolve("values.yaml"),
                    Serialization.asYaml(source(application).path("helm").path("valuesObject")));
            var rendered = Chart.rendered(
                    Path.of("..", source(application).path("path").asText())
                            .toAbsolutePath()
                            .normalize(),
                    application.at("/metadata/name").asText(),
                    application.at("/spec/destination/namespace").asText(),
                    values);
            assertThat(Chart.objects(rendered)).hasSizeGreaterThan(4);
        }
    }

    /** The server of the example asks for an Ingress, which the operator of the example may write, and names its class. */
    @Test
    void theOperatorMayExposeTheServer(@TempDir Path directory) throws IOException {
        var server = documents(Path.of("..", "examples", "gitops", "platform", "server.yaml")).stream()
                .filter(document -> document.path("kind").asText().equals("HyperterseServer"))
                .findFirst()
                .orElseThrow();
        assertThat(server.at("/spec/workload/expose/ingress/className").asText())
                .isNotEmpty();
        var operator = applications().stream()
                .filter(application -> source(application).path("path").asText().equals("charts/hyperterse-operator"))
                .findFirst()
                .orElseThrow();
        var values = Files.writeString(
                directory.resolve("values.yaml"),
                Serialization.asYaml(source(operator).path("helm").path("valuesObject")));
        assertThat(Chart.OPERATOR.rendered("hyperterse-system", values)).contains("resources: [ingresses]");
    }

    private static JsonNode source(JsonNode application) {
        return application.at("/spec/source");
    }

    private static List<JsonNode> applications() throws IOException {
        try (var files = Files.newDirectoryStream(APPLICATIONS, "*.yaml")) {
            return StreamSupport.stream(files.spliterator(), false)
                    .flatMap(file -> documents(file).stream())
                    .filter(document -> document.path("kind").asText().equals("Application"))
                    .toList();
        }
    }

    private static List<JsonNode> documents(Path file) {
        try {
            return List.of(Files.readString(file).split("(?m)^---$")).stream()
                    .map(document -> Serialization.unmarshal(document, JsonNode.class))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
