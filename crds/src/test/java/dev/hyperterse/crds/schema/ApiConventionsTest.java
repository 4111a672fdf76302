package dev.hyperterse.crds.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Conventions of Kubernetes for APIs, as its linter (kube-api-linter) checks them, as far as a schema shows them. */
class ApiConventionsTest {
    private static final Pattern LOWER_CAMEL_CASE = Pattern.compile("[a-z][A-Za-z0-9]*");
    private static final Pattern UPPER_CAMEL_CASE = Pattern.compile("[A-Z][A-Za-z0-9]*");

    /** What is or is not, with no third answer; what an owner chooses is an enum. */
    private static final Set<String> BOOLEANS = Set.of("suspend", "confirm", "optional", "required");

    /** MCP's own words and values. */
    private static final List<String> OF_MCP = List.of(
            "spec.hints.",
            "spec.openapi.overrides[].hints.",
            "spec.mcp.overrides[].hints.",
            "spec.mcp.select.readOnly",
            "spec.messages[].role");

    /** The types of inputs, which are spelt like those of a JSON Schema, with its bounds. */
    private static final Pattern OF_INPUTS = Pattern.compile(".*\\.type|spec\\.inputs\\[]\\.(minimum|maximum)");

    static Stream<Path> files() throws IOException {
        return CommittedSchemaTest.files();
    }

    private static Stream<SchemaPlace> own(Path file) throws IOException {
        return SchemaPlace.all(file).filter(place -> !place.isBorrowed()).filter(place -> OF_MCP.stream()
                .noneMatch(place.path()::startsWith));
    }

    @ParameterizedTest
    @MethodSource("files")
    void namesAreInCamelCase(Path file) throws IOException {
        assertThat(own(file).map(ApiConventionsTest::plainName))
                .isNotEmpty()
                .allMatch(name -> LOWER_CAMEL_CASE.matcher(name).matches());
    }

    @ParameterizedTest
    @MethodSource("files")
    void choicesAreInCamelCase(Path file) throws IOException {
        assertThat(own(file)
                        .filter(place -> !OF_INPUTS.matcher(place.path()).matches())
                        .flatMap(place -> place.schema().path("enum").valueStream())
                        .map(JsonNode::asText))
                .allMatch(value -> UPPER_CAMEL_CASE.matcher(value).matches());
    }

    @ParameterizedTest
    @MethodSource("files")
    void aPolicyIsNoBoolean(Path file) throws IOException {
        assertThat(own(file).filter(place -> place.type().equals("boolean")).map(ApiConventionsTest::plainName))
                .isSubsetOf(BOOLEANS);
    }

    /** A float loses digits on its way through clients. */
    @ParameterizedTest
    @MethodSource("files")
    void nothingIsAFloat(Path file) throws IOException {
        assertThat(own(file)
                        .filter(place -> place.type().equals("number"))
                        .map(SchemaPlace::path)
                        .filter(path -> !OF_INPUTS.matcher(path).matches()))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("files")
    void aStatusHasConditionsAndNoPhase(Path file) throws IOException {
        assertThat(own(file).map(ApiConventionsTest::plainName)).noneMatch(name -> name.equals("phase"));
        assertThat(own(file).map(ApiConventionsTest::plainName).filter(name -> name.endsWith("Timestamp")))
                .isEmpty();
        assertThat(own(file).filter(place -> place.path().equals("status.conditions")))
                .singleElement()
                .satisfies(place -> {
                    assertThat(place.schema().path("x-kubernetes-list-type").asText())
                            .isEqualTo("map");
                    assertThat(place.schema()
                                    .path("x-kubernetes-list-map-keys")
                                    .path(0)
                                    .asText())
                            .isEqualTo("type");
                });
    }

    private static String plainName(SchemaPlace place) {
        return place.name().replace("[]", "").replace("{}", "");
    }
}
