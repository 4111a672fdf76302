package dev.hyperterse.compiler.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.DocumentBuilder;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short documents whose operations would fill the memory, because a part of it is in each of many others. */
class SharedPartsTest {
    private static final String LONG = "x".repeat(20_000);

    /** Each parameter has the schema of one, and each member the name of one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"p%d\", \"in\": \"query\", \"schema\": {\"$ref\": \"#/components/schemas/Choices\"}",
                "\"p%d\", \"in\": \"query\", \"explode\": false, \"schema\": {\"$ref\": \"#/components/schemas/Lists\"}",
                "\"p%d\", \"in\": \"header\", \"schema\": {\"$ref\": \"#/components/schemas/Described\"}",
                "\"p%d-LONG\", \"in\": \"query\", \"schema\": {\"$ref\": \"#/components/schemas/Members\"}"
            })
    void schemasOfParametersAreBoundedTogether(String parameter) {
        var parameters = items(parameter.contains("LONG") ? 1 : 400, "{\"name\": " + parameter + "}");
        var results = compiled("""
                {"openapi": "3.1.0",
                 "paths": {
                   "/bad": {"get": {"operationId": "bad", "parameters": [%s]}},
                   "/good": {"get": {"operationId": "good"}}},
                 "components": {"schemas": {
                   "Choices": {"type": "string", "enum": [%s]},
                   "Lists": {"type": "array", "items": {"$ref": "#/components/schemas/Choices"}},
                   "Described": {"type": "string", "description": "%s"},
                   "Members": {"type": "object", "properties": {%s}}}}}
                """.formatted(
                parameters.replace("LONG", LONG), items(3_000, "\"choice%d\""), LONG, items(400, "\"m%d\": {}")));
        assertThat(results).hasSize(2);
        assertThat(problem(results.getFirst())).contains("its inputs are larger than those of any tool may be");
        assertThat(results.getLast()).isInstanceOf(EvaluationResult.Serve.class);
    }

    /** What is wrong with an operation is kept for as long as it is wrong, for each of them. */
    @Test
    void longNamesAreNotRepeatedByEachOperation() {
        var results = compiled("""
                {"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [{"name": "%s", "in": "cookie"}]}}}}
                """.formatted(LONG));
        assertThat(problem(results.getFirst())).hasSizeLessThan(2_000).contains("GET /a: parameter 'xxx");
    }

    /** Its operations would repeat it, in their names and in what is wrong with them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"openapi\": \"3.1.0\", \"paths\": {\"/a\": {\"get\": {}}, \"/%s\": {\"get\": {}}}}",
                "openapi: 3.1.0\npaths: {/a: {get: {}}, ? /%s : {get: {}}}"
            })
    void operationOfALongPathIsRefusedAlone(String document) {
        var compiled = DocumentedApi.compiled(document.formatted(LONG));
        assertThat(compiled.served())
                .singleElement()
                .satisfies(it -> assertThat(it.leaf().publicName()).isEqualTo("get-a"));
        assertThat(compiled.results().values())
                .filteredOn(it -> it.served().isEmpty())
                .singleElement()
                .satisfies(it -> assertThat(it.problems()).singleElement().satisfies(problem -> {
                    assertThat(problem.message())
                            .hasSizeLessThan(400)
                            .startsWith("GET /xxx")
                            .endsWith("x…: its path has more than 2048 characters");
                    assertThat(problem.remedy()).hasSizeLessThan(512);
                    assertThat(problem.position()).isPresent();
                }));
        var suspended = "overrides: [{operation: \"GET /%s…\", suspend: true}]".formatted("x".repeat(255));
        assertThat(DocumentedApi.compiled(document.formatted(LONG), suspended).results())
                .hasSize(1);
    }

    @Test
    void typesOfAlternativesAreBoundedTogether() {
        var results = compiled("""
                {"openapi": "3.1.0",
                 "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema":
                   {"oneOf": [%s], "discriminator": {"propertyName": "type", "mapping": {%s}}}}}}}}},
                 "components": {"schemas": {"A": {"type": "object"}}}}
                """.formatted(
                items(500, "{\"$ref\": \"#/components/schemas/A\", \"title\": \"%d\"}"), items(500, "\"t%d\": \"A\"")));
        assertThat(problem(results.getFirst())).contains("its schemas are larger than any tool may have");
    }

    /** Of a schema that is one of its own parts twice, and so on, few objects are far more text than memory. */
    @Test
    void measuringEndsWithTheRoom() {
        JsonNode schema = DocumentBuilder.NODES.textNode("x");
        for (var level = 0; level < 60; level++) {
            schema = DocumentBuilder.NODES.arrayNode().add(schema).add(schema);
        }
        assertThat(new SchemaText(1_000).take(schema)).isFalse();
    }

    @Test
    void schemaThatFitsIsNotMeasuredAsLarger() {
        var schema = DocumentBuilder.NODES.objectNode().put("type", "string");
        schema.putArray("enum").add("a").add(1).addNull();
        assertThat(new SchemaText(schema.toString().length()).take(schema)).isTrue();
    }

    /** A position of each member would have the path in front of it, which may be long. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"paths\": {\"/a\": {\"x-b\": {}, \"get\": {\"get\": {}}, \"c\": 1}}, \"x\": {\"/a\": {\"get\": {}}}}",
                "paths: {/a: {x-b: {}, get: {get: {}}, c: 1}}\nx: {/a: {get: {}}}"
            })
    void onlyOperationsHavePositions(String document) {
        assertThat(ApiDocument.read(document).positions()).containsOnlyKeys("/paths/~1a/get");
    }

    private static String items(int count, String format) {
        return IntStream.range(0, count).mapToObj(format::formatted).collect(Collectors.joining(","));
    }

    private static String problem(EvaluationResult result) {
        assertThat(result.problems()).hasSize(1);
        return result.problems().getFirst().message();
    }

    private static List<EvaluationResult> compiled(String document) {
        return List.copyOf(DocumentedApi.compiled(document).results().values());
    }
}
