package dev.hyperterse.compiler.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.items.Item;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The edges of operations with a body of multipart/form-data; golden cases have what is usual. */
class MultipartOperationTest {
    @Test
    void alternativesThatMultiplyRefuseTheOperation() {
        var levels = IntStream.rangeClosed(1, 8)
                .mapToObj(level -> "\"S%d\": {\"allOf\": [%s]}"
                        .formatted(
                                level,
                                String.join(
                                        ",",
                                        Collections.nCopies(
                                                20, "{\"$ref\": \"#/components/schemas/S%d\"}".formatted(level - 1)))))
                .collect(Collectors.joining(","));
        var item = item(
                "{\"$ref\": \"#/components/schemas/S8\"}",
                "\"S0\": {\"type\": \"string\", \"format\": \"binary\"}," + levels);
        assertThat(item.spec().problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("the schemas of its form are larger than any tool may have");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"type": "string", "contentMediaType": "application/json"}                     | text   | application/json
            {"type": "string", "contentMediaType": "application/problem+json"}             | text   | application/problem+json
            {"type": "string", "contentMediaType": "text/csv"}                             | text   | text/csv
            {"type": "string", "contentMediaType": "text/*"}                               | text   |
            {"type": "array", "items": {"type": "string", "contentMediaType": "text/csv"}} | text   | text/csv
            {"type": "string", "contentMediaType": "image/png"}                            | base64 | image/png
            {"type": "string", "contentMediaType": "image/*"}                              | base64 |
            {"type": "string", "contentMediaType": "application/*"}                        | base64 |
            {"type": "string", "contentMediaType": "image/png", "contentEncoding": "base64"} | text |
            """)
    void mediaTypeDecidesWhetherAFieldIsText(String schema, String content, String type) {
        var spec = (ToolSpec) item(schema, "").spec().valid().orElseThrow();
        assertThat(spec.http().orElseThrow().body().orElseThrow().multipart())
                .singleElement()
                .satisfies(part -> {
                    assertThat(part.text().isPresent()).isEqualTo(content.equals("text"));
                    assertThat(part.base64().isPresent()).isEqualTo(content.equals("base64"));
                    assertThat(part.contentType().orElse(null)).isEqualTo(type);
                });
    }

    private static Item item(String field, String components) {
        var spec = DocumentedApi.spec();
        return new OpenApiItems(spec, spec.openapi().orElseThrow())
                .items("""
                        {"openapi": "3.1.0",
                         "paths": {"/a": {"post": {"requestBody": {"content": {"multipart/form-data": {
                           "schema": {"type": "object", "properties": {"field": %s}}}}}}}},
                         "components": {"schemas": {%s}}}
                        """.formatted(field, components))
                .valid()
                .orElseThrow()
                .getFirst();
    }
}
