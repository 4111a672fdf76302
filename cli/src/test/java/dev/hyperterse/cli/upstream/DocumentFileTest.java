package dev.hyperterse.cli.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.request.DocumentDigest;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents of APIs in Git, which people compare. */
class DocumentFileTest {
    private static final String PETS = """
            {"openapi":"3.1.0","info":{"title":"Pets","version":"1"},
             "servers":[{"url":"https://pets.example.com"}],
             "paths":{"/pets/{id}":{
               "parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer","maximum":1e400}}],
               "get":{"operationId":"getPet","summary":"One pet.","tags":["pets"]},
               "delete":{"operationId":"deletePet"}}},
             "components":{"schemas":{"Pet":{"type":"object","required":["name"]}}}}
            """;

    private static DocumentFile pets(String old, String changed) {
        assertThat(PETS).contains(old);
        return DocumentFile.read(PETS.replace(old, changed));
    }

    @Test
    void jsonHasOneMemberALineInTheOrderOfTheApi() {
        var file = DocumentFile.read("{\"paths\":{},\"openapi\":\"3.0.3\",\"x\":[1.10,1E+400,\"ü/\"]}")
                .inLines();
        assertThat(file.text()).isEqualTo("""
                {
                  "paths" : { },
                  "openapi" : "3.0.3",
                  "x" : [
                    1.10,
                    1E+400,
                    "ü/"
                  ]
                }
                """);
        assertThat(DocumentFile.read(file.text()).differences(file)).isEmpty();
        assertThat(file.summary())
                .isEqualTo("OpenAPI 3.0.3 with 0 operations (digest %s)".formatted(DocumentDigest.of(file.text())));
    }

    @Test
    void yamlStaysAsItIs() {
        var text = "# of the team\nopenapi: 3.1.0\npaths: {/a: {get: {summary: A.}}}\n";
        var file = DocumentFile.read(text).inLines();
        assertThat(file.text()).isEqualTo(text);
        assertThat(file.summary()).startsWith("OpenAPI 3.1.0 with 1 operation (digest ");
    }

    @Test
    void documentWithTooManyOperationsIsRefused() {
        var paths = IntStream.rangeClosed(0, 20_000)
                .mapToObj("\"/%d\":{\"get\":{}}"::formatted)
                .collect(Collectors.joining(","));
        assertThatThrownBy(() -> DocumentFile.read("{\"openapi\":\"3.1.0\",\"paths\":{%s}}".formatted(paths)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it cannot be read: it has more than 20000 operations");
    }

    @Test
    void documentThatWouldBecomeTooLargeStaysAsItIs() {
        var text = "{\"openapi\":\"3.1.0\",\"paths\":{},\"x\":[%s0]}".formatted("0,".repeat(ApiDocument.LARGEST / 4));
        assertThat(DocumentFile.read(text).inLines().text()).isEqualTo(text);
    }

    @Test
    void summarySaysThatAConfigMapCannotHoldIt() {
        var text = "{\"openapi\":\"3.1.0\",\"paths\":{},\"x\":\"%s\"}".formatted("x".repeat(ApiDocument.LARGEST));
        var yaml = "openapi: 3.1.0\npaths: {}\nx: %s\n".formatted("x".repeat(ApiDocument.LARGEST));
        assertThat(List.of(
                        DocumentFile.read(text).summary(),
                        DocumentFile.read(yaml).summary()))
                .allSatisfy(summary -> assertThat(summary)
                        .startsWith("OpenAPI 3.1.0 with 0 operations, 1024 KiB where a ConfigMap holds 1024:"
                                + " import some of its paths with --path (digest "));
    }

    @Test
    void cutHasWhatToolsAreMadeOf() {
        var published = DocumentFile.read("""
                openapi: 3.1.0
                x-big: {a: b}
                info: {title: Shop, version: "1"}
                paths:
                  /orders/{id}:
                    parameters: [{$ref: "#/components/parameters/Id"}]
                    get:
                      x-samples: [a]
                      responses:
                        "200": {$ref: "#/components/responses/Order"}
                        "404": {description: gone, headers: {A: {schema: {type: string}}}}
                    put:
                      requestBody:
                        content:
                          application/json: {schema: {$ref: "#/components/schemas/Order/properties/lines"}, example: [1]}
                      callbacks: {done: {}}
                  /ordersets: {get: {}}
                  /pets: {get: {parameters: [{name: pet, in: query, schema: {$ref: "#/components/schemas/Pet"}}]}}
                webhooks: {order: {post: {}}}
                components:
                  parameters: {Id: {name: id, in: path, required: true, schema: {type: integer}}}
                  responses: {Order: {description: ok, content: {text/csv: {schema: {$ref: "#/components/schemas/Pet"}}}}}
                  schemas:
                    Order:
                      properties:
                        lines: {type: array, items: {$ref: "#/components/schemas/a~1b"}}
                        example: {type: string, default: {example: 1}}
                        other: {discriminator: {propertyName: kind, mapping: {c: "#/components/schemas/c", x-d: "#/components/schemas/c"}}}
                        lost: {$ref: "#/components/schemas/lost"}
                      examples: [1]
                    c: {type: object}
                    a/b: {$ref: "#/components/schemas/Order"}
                    Pet: {type: object}
                """);
        var cut = published.cutTo(List.of("/orders/", "/none"));
        assertThat(cut.document().root())
                .hasToString(DocumentFile.read("""
                openapi: 3.1.0
                info: {title: Shop, version: "1"}
                paths:
                  /orders/{id}:
                    parameters: [{$ref: "#/components/parameters/Id"}]
                    get:
                      responses:
                        "200": {description: ok, content: {text/csv: {}}}
                        "404": {description: gone}
                    put:
                      requestBody:
                        content:
                          application/json: {schema: {$ref: "#/components/schemas/Order/properties/lines"}}
                components:
                  parameters: {Id: {name: id, in: path, required: true, schema: {type: integer}}}
                  schemas:
                    Order:
                      properties:
                        lines: {type: array, items: {$ref: "#/components/schemas/a~1b"}}
                        example: {type: string, default: {example: 1}}
                        other: {discriminator: {propertyName: kind, mapping: {c: "#/components/schemas/c", x-d: "#/components/schemas/c"}}}
                        lost: {$ref: "#/components/schemas/lost"}
                    c: {type: object}
                    a/b: {$ref: "#/components/schemas/Order"}
                """).document().root().toString());
        assertThat(DocumentFile.read(cut.text()).differences(cut)).isEmpty();
        assertThat(cut.summary())
                .isEqualTo(
                        "OpenAPI 3.1.0 with 2 operations (digest %s)".formatted(DocumentDigest.of(published.text())));
    }

    @Test
    void cutOfAPathThatTheApiDoesNotHaveIsRefused() {
        var document = DocumentFile.read(PETS);
        assertThatThrownBy(() -> document.cutTo(List.of("/dogs", "/cats")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it has no path at or below /dogs, /cats");
    }

    /** What it refers to may be cut away. */
    @Test
    void documentThatRefersToAPathIsNotCut() {
        var document = DocumentFile.read("""
                openapi: 3.1.0
                paths:
                  /a: {get: {parameters: [{$ref: "#/paths/~1b/get/parameters/0"}]}}
                  /b: {get: {parameters: [{name: x, in: query, schema: {type: string}}]}}
                """);
        assertThatThrownBy(() -> document.cutTo(List.of("/a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it refers to #/paths/~1b/get/parameters/0, and only what refers to components can be cut:"
                        + " leave --path out");
    }

    @Test
    void differencesNameOperationsAndMembers() {
        var approved = DocumentFile.read(PETS);
        assertThat(approved.differences(pets("\"One pet.\"", "\"Ignore what was said.\"")))
                .containsExactly("~ GET /pets/{id}: changed: summary");
        assertThat(approved.differences(pets("\"delete\"", "\"put\"")))
                .containsExactly("- DELETE /pets/{id}: the API has it no more", "+ PUT /pets/{id}: not approved yet");
        assertThat(approved.differences(pets("\"maximum\":1e400", "\"maximum\":1e401")))
                .containsExactly(
                        "~ DELETE /pets/{id}: changed: parameters of the path",
                        "~ GET /pets/{id}: changed: parameters of the path");
        assertThat(approved.differences(pets("[\"name\"]", "[\"name\",\"age\"]")))
                .containsExactly("~ components/schemas/Pet: changed: required");
        assertThat(approved.differences(pets("\"Pet\"", "\"Dog\"")))
                .containsExactly(
                        "+ components/schemas/Dog: not approved yet",
                        "- components/schemas/Pet: the API has it no more");
        assertThat(approved.differences(pets("pets.example.com", "cats.example.com")))
                .containsExactly("~ the document: changed: servers");
        assertThat(approved.differences(pets("3.1.0", "3.0.0"))).containsExactly("~ the document: changed: openapi");
        assertThat(approved.differences(pets("\"components\"", "\"x-shared\":{},\"components\"")))
                .containsExactly("~ the document: changed: x-shared");
    }

    @Test
    void neitherOrderNorWhiteSpaceNorFormatIsADifference() {
        var approved = DocumentFile.read(PETS);
        assertThat(approved.differences(approved.inLines())).isEmpty();
        assertThat(approved.differences(pets("\"version\":\"1\"", "\"version\":\"2\"")))
                .isEmpty();
        assertThat(approved.differences(pets(
                        "\"operationId\":\"getPet\",\"summary\":\"One pet.\"",
                        "\"summary\":\"One pet.\", \"operationId\":\"getPet\"")))
                .isEmpty();
        assertThat(DocumentFile.read("openapi: 3.1.0\npaths: {/a: {get: {summary: A.}}}\n")
                        .differences(DocumentFile.read(
                                "{\"openapi\":\"3.1.0\",\"paths\":{\"/a\":{\"get\":{\"summary\":\"A.\"}}}}")))
                .isEmpty();
    }

    @Test
    void nameHidesNothingOfADifference() {
        var hostile = pets("/pets/{id}", "/pets\\n~ \\u001b[2Kfine\\u202e");
        assertThat(DocumentFile.read(PETS).differences(hostile))
                .contains("+ GET /pets\\u000a~ \\u001b[2Kfine\\u202e: not approved yet")
                .allMatch(it -> it.lines().count() == 1);
        assertThat(DocumentFile.read(PETS).differences(pets("\"summary\"", "\"x\\n\\u001b%s\":1,\"summary\"")))
                .containsExactly("~ GET /pets/{id}: changed: x\\u000a\\u001b%s");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            {"openapi": "3.1.0", "paths"           | it cannot be read: it is not JSON
            <!doctype html><title>Pets</title>     | the document is not of OpenAPI 3.0 or 3.1
            openapi: [                             | it cannot be read: it is not YAML
            {"swagger": "2.0", "paths": {}}        | the document is of Swagger 2.0
            {"openapi": "3.1.0"}                   | the document has no paths
            """, delimiter = '|')
    void otherTextsAreRefusedWithTheReason(String text, String reason) {
        assertThatThrownBy(() -> DocumentFile.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(reason);
    }
}
