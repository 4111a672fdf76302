package dev.hyperterse.compiler.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.items.Item;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The edges of operations whose body is bytes; a golden case has what is usual. */
class BinaryOperationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}} | application/octet-stream
            "image/png": {}                                                                | image/png
            "image/png": {"schema": {}}                                                    | image/png
            "image/png": {"schema": {"type": "string", "contentMediaType": "image/png"}}   | image/png
            "text/csv": {"schema": {"type": "string", "format": "binary"}}                 | text/csv
            "*/*": {"schema": {"type": "string", "format": "binary"}}                      | application/octet-stream
            "application/*": {"schema": {"type": "string", "format": "binary"}}            | application/octet-stream
            "image/*": {}, "image/jpeg": {}                                                | image/jpeg
            """)
    void bytesHaveTheirType(String content, String type) {
        var spec = (ToolSpec) item(content).spec().valid().orElseThrow();
        assertThat(spec.http().orElseThrow().body().orElseThrow())
                .satisfies(body -> assertThat(body.base64()).contains("{{ inputs.body }}"))
                .satisfies(body -> assertThat(body.contentType()).contains(type));
        assertThat(spec.inputSchema()
                        .orElseThrow()
                        .tree()
                        .at("/properties/body/format")
                        .asText())
                .isEqualTo("byte");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"image/*\": {}",
                "\"image/png\": {\"schema\": {\"type\": \"string\", \"contentEncoding\": \"base64\"}}",
                "\"image/png\": {\"schema\": {\"type\": \"string\", \"format\": \"byte\"}}",
                "\"application/msgpack\": {\"schema\": {\"type\": \"object\"}}",
                "\"multipart/mixed\": {\"schema\": {\"type\": \"string\", \"format\": \"binary\"}}",
                "\"application/xml\": {\"schema\": {\"type\": \"string\"}}"
            })
    void bodyThatIsNoBytesOfOneTypeIsRefused(String content) {
        assertThat(item(content).spec().problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("requests send application/json, forms, plain text and bytes");
    }

    private static Item item(String content) {
        var spec = DocumentedApi.spec();
        return new OpenApiItems(spec, spec.openapi().orElseThrow())
                .items("""
                        {"openapi": "3.1.0",
                         "paths": {"/a": {"post": {"requestBody": {"content": {%s}}}}}}
                        """.formatted(content))
                .valid()
                .orElseThrow()
                .getFirst();
    }
}
