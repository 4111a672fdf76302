package dev.hyperterse.crds.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold at every place of every schema, so that it can serve as v1 without conversion. */
class CommittedSchemaTest {
    /** Client-side apply keeps the object as compact JSON in an annotation, and all annotations share 256 KiB. */
    private static final int LARGEST_APPLIED = 200 * 1024;

    private static final Pattern BOOLEAN_OF_YAML_1_1 =
            Pattern.compile("y|n|yes|no|on|off|true|false", Pattern.CASE_INSENSITIVE);

    static Stream<Path> files() throws IOException {
        try (var files = Files.list(Manifests.DIRECTORY)) {
            return files.toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void isSmallEnoughToBeApplied(Path file) throws IOException {
        var applied = Serialization.unmarshal(Files.readString(file), ObjectNode.class)
                .toString();
        assertThat(applied.getBytes(StandardCharsets.UTF_8).length).isLessThan(LARGEST_APPLIED);
    }

    @ParameterizedTest
    @MethodSource("files")
    void everythingThatCanGrowIsBounded(Path file) throws IOException {
        var bounds = Map.of("string", "maxLength", "array", "maxItems", "object", "maxProperties");
        var growing = SchemaPlace.all(file)
                .filter(place ->
                        !place.type().equals("object") || place.schema().has("additionalProperties"))
                .filter(place -> !place.schema().has("enum"))
                .filter(place -> bounds.containsKey(place.type()));
        assertThat(growing).isNotEmpty().allSatisfy(place -> assertThat(
                        place.schema().has(bounds.get(place.type())))
                .as(place.path())
                .isTrue());
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyWholeNumberHasALimitAtBothEnds(Path file) throws IOException {
        assertThat(SchemaPlace.all(file).filter(place -> place.type().equals("integer") || place.isIntOrString()))
                .isNotEmpty()
                .allSatisfy(place -> assertThat(
                                place.schema().has("minimum") && place.schema().has("maximum"))
                        .as(place.path())
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyFieldIsDescribed(Path file) throws IOException {
        assertThat(SchemaPlace.all(file)
                        .filter(place -> !place.isBorrowed())
                        .filter(place ->
                                !place.path().endsWith("[]") && !place.path().endsWith("{}")))
                .isNotEmpty()
                .allSatisfy(
                        place -> assertThat(place.schema().path("description").asText())
                                .as(place.path())
                                .matches("(?s).{4,}\\.$"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyListSaysHowItMerges(Path file) throws IOException {
        assertThat(SchemaPlace.all(file).filter(place -> !place.isBorrowed()).filter(place -> place.type()
                        .equals("array")))
                .isNotEmpty()
                .allSatisfy(place -> assertThat(place.schema().has("x-kubernetes-list-type"))
                        .as(place.path())
                        .isTrue());
    }

    /** Defaults below a list show as drift forever; others we leave to the compiler, which can change its mind. */
    @ParameterizedTest
    @MethodSource("files")
    void nothingHasADefault(Path file) throws IOException {
        assertThat(SchemaPlace.all(file)
                        .filter(place -> place.schema().has("default"))
                        .map(SchemaPlace::path))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("files")
    void noNameAndNoChoiceIsABooleanOfYaml(Path file) throws IOException {
        assertThat(SchemaPlace.all(file).map(SchemaPlace::name))
                .noneMatch(name -> BOOLEAN_OF_YAML_1_1.matcher(name).matches());
        assertThat(SchemaPlace.all(file)
                        // Written by the operator only, and given by Kubernetes' conventions.
                        .filter(place -> place.path().startsWith("spec"))
                        .flatMap(place -> Stream.of(place.schema().path("enum"))
                                .flatMap(values -> values.valueStream().map(JsonNode::asText))))
                .isNotEmpty()
                .noneMatch(value -> BOOLEAN_OF_YAML_1_1.matcher(value).matches());
    }

    @ParameterizedTest
    @MethodSource("files")
    void noChoiceIsOnlyForOurselves(Path file) throws IOException {
        assertThat(SchemaPlace.all(file)
                        .flatMap(place -> place.schema().path("enum").valueStream())
                        .map(JsonNode::asText))
                .isNotEmpty()
                .doesNotContain("Unrecognized");
    }
}
