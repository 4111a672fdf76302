package dev.hyperterse.compiler.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.compiler.HostileValues;
import dev.hyperterse.compiler.openapi.DocumentedApi;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hostile values in every place of the tools that become of an OpenAPI document: the request has the parts that it has with a
 * harmless value, or the call is refused. {@link EveryPlaceOfARequestTest} has the places one by one.
 */
class EveryPlaceOfAnOperationTest {
    private static final String HARMLESS = "harmless";

    private static final String DOCUMENT = """
            openapi: 3.1.0
            paths:
              /things/{id}:
                parameters:
                  - {name: id, in: path, required: true, schema: {type: string}}
                  - {name: tags, in: query, schema: {type: array, items: {type: string}}}
                  - {name: words, in: query, explode: false, schema: {type: array, items: {type: string}}}
                  - {name: range, in: query, style: deepObject, schema: {type: object, properties: {from: {type: string}}}}
                  - {name: filter, in: query, content: {application/json: {schema: {type: object}}}}
                get: {operationId: get}
                put:
                  operationId: putJson
                  requestBody: {content: {application/json: {schema: {type: object}}}}
                post:
                  operationId: postForm
                  requestBody:
                    content:
                      application/x-www-form-urlencoded:
                        schema: {type: object, properties: {name: {type: string}, notes: {type: array, items: {type: string}}}}
                patch:
                  operationId: patchParts
                  requestBody:
                    content:
                      multipart/form-data:
                        schema:
                          type: object
                          properties:
                            name: {type: string}
                            notes: {type: array, items: {type: string}}
                            filter: {type: object}
                            file: {type: string, format: binary}
                delete:
                  operationId: deleteBytes
                  requestBody: {content: {application/octet-stream: {schema: {type: string, format: binary}}}}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"get", "putJson", "postForm", "patchParts", "deleteBytes"})
    void hostileValuesStayInTheirPlaces(String operation) {
        try (var calls = new RequestCalls("/v1")) {
            var leaf = leaf(operation);
            var tool = calls.link(leaf.action(), leaf.inputs().named());
            var harmless = sent(calls, tool, leaf, HARMLESS, HARMLESS).orElseThrow();
            for (var payload : HostileValues.all()) {
                assertThat(sent(calls, tool, leaf, "7", payload).orElseThrow().parts())
                        .as(payload)
                        .isEqualTo(harmless.parts().stream()
                                .map(part -> part.equals("segment " + HARMLESS)
                                        ? "segment 7"
                                        : part.replace(HARMLESS, payload))
                                .toList());
                sent(calls, tool, leaf, payload, HARMLESS).ifPresent(request -> assertThat(request.parts())
                        .as(payload)
                        .hasSameSizeAs(harmless.parts())
                        .contains("segment " + payload));
            }
        }
    }

    private static ToolLeaf leaf(String operation) {
        var compiled = DocumentedApi.compiled(DOCUMENT);
        assertThat(compiled.results().values()).allMatch(it -> it.served().isPresent());
        return compiled.served().stream()
                .map(it -> (ToolLeaf) it.leaf())
                .filter(it -> it.identity().item().equals(Optional.of(operation)))
                .findFirst()
                .orElseThrow();
    }

    /** The request; empty where the call is refused because of the segment. */
    private static Optional<SentRequest> sent(
            RequestCalls calls, LinkedTool tool, ToolLeaf leaf, String segment, String value) {
        var arguments = new HashMap<String, Object>(Map.of(
                "id",
                segment,
                "tags",
                List.of(value, value),
                "words",
                value,
                "range_from",
                value,
                "filter",
                Map.of("k", value),
                "filter_part",
                Map.of("k", value),
                "body",
                takesText(leaf) ? EveryPlaceOfARequestTest.base64(value) : Map.of("k", value),
                "name",
                value,
                "notes",
                List.of(value),
                "file",
                EveryPlaceOfARequestTest.base64(value)));
        arguments
                .keySet()
                .retainAll(leaf.inputs().named().stream().map(it -> it.name()).toList());
        var answer = calls.run(tool, arguments);
        if (!answer.equals("[{}]")) {
            assertThat(answer).startsWith("binding: input 'id'");
            assertThat(calls.api().requests()).isEmpty();
            return Optional.empty();
        }
        return Optional.of(SentRequest.read(calls.api().take()));
    }

    private static boolean takesText(ToolLeaf leaf) {
        return leaf.inputs().named().stream().anyMatch(it -> it.name().equals("body") && it.type() == InputType.STRING);
    }
}
