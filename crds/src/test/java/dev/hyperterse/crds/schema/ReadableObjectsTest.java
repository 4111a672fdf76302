package dev.hyperterse.crds.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a schema admits can be read: an object that cannot ends the watch of its kind, for all tenants, until somebody
 * mends it.
 */
class ReadableObjectsTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "hyperterseservers.hyperterse.dev.yaml", HyperterseServer.class,
            "prompts.hyperterse.dev.yaml", Prompt.class,
            "resources.hyperterse.dev.yaml", McpResource.class,
            "tools.hyperterse.dev.yaml", Tool.class);

    private final KubernetesSerialization serialization = ApiSerialization.create();

    static Stream<Path> files() throws IOException {
        try (var files = Files.list(Manifests.DIRECTORY)) {
            return files.toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void theLeastAndTheMostOfEveryFieldIsRead(Path file) throws IOException {
        var kind = KINDS.get(file.getFileName().toString());
        var objects = SchemaPlace.all(file)
                .flatMap(place -> extremes(place).map(place::around))
                .toList();
        assertThat(objects).hasSizeGreaterThan(100);
        assertThat(objects.stream().map(object -> failure(object, kind)).flatMap(Optional::stream))
                .isEmpty();
    }

    private Optional<String> failure(JsonNode object, Class<?> kind) {
        try {
            serialization.unmarshal(object.toString(), kind);
            return Optional.empty();
        } catch (RuntimeException unreadable) {
            return Optional.of(object + ": " + unreadable.getCause());
        }
    }

    private static Stream<JsonNode> extremes(SchemaPlace place) {
        return place.isIntOrString()
                ? Stream.concat(wholeNumbers(place), texts(place))
                : switch (place.type()) {
                    case "integer" -> wholeNumbers(place);
                    case "number" ->
                        Stream.of("-1e308", "1e308", "1e-300", "0").map(it -> JSON.numberNode(new BigDecimal(it)));
                    case "boolean" -> Stream.of(true, false).map(JSON::booleanNode);
                    case "string" -> texts(place);
                    case "array" -> Stream.of(JSON.arrayNode());
                    case "object" -> Stream.of(JSON.objectNode());
                    default -> throw new AssertionError(place.path());
                };
    }

    /** Without a limit, what JSON of the API server may hold. */
    private static Stream<JsonNode> wholeNumbers(SchemaPlace place) {
        return Stream.of(
                        place.schema().path("minimum").decimalValue(),
                        place.schema().path("maximum").decimalValue())
                .map(limit ->
                        limit.signum() == 0 && place.schema().path("maximum").isMissingNode()
                                ? new BigDecimal("30000000000000000000")
                                : limit)
                .map(limit -> JSON.numberNode(limit.toBigIntegerExact()));
    }

    private static Stream<JsonNode> texts(SchemaPlace place) {
        var pattern = place.schema().path("pattern").asText(".*");
        var shortest = place.schema().path("minLength").asInt(0);
        return Stream.of("", "x", "-1", "3000000000", "1e30", "-", "y".repeat(300))
                .filter(text -> text.length() >= shortest && text.matches("(?s).*(" + pattern + ").*"))
                .map(JSON::textNode);
    }
}
