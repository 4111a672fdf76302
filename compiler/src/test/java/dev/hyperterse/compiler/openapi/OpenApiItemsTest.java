package dev.hyperterse.compiler.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.items.Item;
import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The edges of OpenAPI documents; golden cases have what is usual. */
class OpenApiItemsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    getPet                 | getPet
                    repos/list all!        | repos-list-all
                    GET /pets/{petId}      | get-pets-petId
                    DELETE /               | delete
                    --x--                  | x
                    """)
    void namesAreThoseThatClientsTake(String written, String name) {
        assertThat(OperationNames.of(written)).isEqualTo(name);
    }

    @Test
    void operationsOfOneNameAreToldApart() {
        var items = sound("""
                {"openapi": "3.0.0", "paths": {
                  "/a/b": {"get": {}, "post": {"operationId": "same"}},
                  "/a-b": {"get": {}, "post": {"operationId": "same"}},
                  "/c": {"get": {"operationId": "get-a-b"}}}}
                """);
        assertThat(items).extracting(Item::name).containsExactly("get-a-b", "same", "get-a-b-2", "post-a-b", "get-c");
    }

    /** Its name as an item is that of the operation that is meant. */
    @Test
    void operationWrittenInAnotherWayLeavesTheOneOfTheDocument() {
        var compiled = DocumentedApi.compiled(
                "{\"openapi\": \"3.0.0\", \"paths\": {\"/pets\": {\"get\": {}}}}",
                "overrides: [{operation: get /pets, title: Pets}, {operation: GET /pets/, title: Pets}]");
        assertThat(compiled.served())
                .singleElement()
                .satisfies(it -> assertThat(it.leaf().publicName()).isEqualTo("get-pets"));
        assertThat(compiled.results().values())
                .flatExtracting(EvaluationResult::problems)
                .extracting(Problem::rule)
                .containsExactly("openapi-operation-exists", "openapi-operation-exists");
        // Under the name of an operation that the document had, it must not keep that in service.
        assertThat(compiled.results().values())
                .flatExtracting(EvaluationResult::problems)
                .allMatch(Problem::failsClosed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"openapi\": \"3.0.0\", \"paths\": {}, \"paths\": {}}",
                "{\"openapi\": \"3.0.0\"} {}",
                "openapi: 3.0.0\n---\nopenapi: 3.0.0",
                "openapi: 3.0.0\npaths:\n  /a: {get: {}}\n  /a: {put: {}}",
                "a: &a [*a]",
                "? [a]\n: b",
                "",
                "just text: [",
                "a: 0x1F\nb: .inf"
            })
    void unreadableDocumentsAreRefusedWithoutAQuotation(String text) {
        assertThat(faulty(text)).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("spec.openapi.document.inline");
            assertThat(problem.rule()).startsWith("openapi-");
        });
    }

    @Test
    void manyShortValuesAreRefusedBeforeTheyTakeMemory() {
        assertThat(faulty("a: [" + "1,".repeat(150_000) + "1]"))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("it has more than 149796 keys and values");
    }

    /** As the command line reads them, to keep a part. */
    @Test
    void largerDocumentsMayHaveAsManyValuesInYamlAsInJson() {
        var members = IntStream.range(0, 300_000)
                .mapToObj("  k%d: v\n"::formatted)
                .collect(Collectors.joining("", "openapi: 3.1.0\npaths: {}\nx-many:\n", ""));
        assertThat(ApiDocument.read(members, 16 << 20).servers()).isEmpty();
    }

    @Test
    void aliasesThatMultiplyAreRefused() {
        var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (var level = 1; level < 9; level++) {
            text.append("a%d: &a%d [%s]\n"
                    .formatted(level, level, "*a%d, ".formatted(level - 1).repeat(10)));
        }
        assertThat(faulty(text.toString()))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("values");
    }

    /** To read its digits takes the square of their number. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"a\": %s}", "a: %s", "a: 0.%s"})
    void longNumbersAreRefused(String document) {
        assertThat(faulty(document.formatted("1".repeat(1_001))))
                .extracting(Problem::rule)
                .containsExactly("openapi-document");
    }

    @Test
    void deepDocumentsAreRefused() {
        assertThat(faulty("{\"a\":".repeat(5_000)))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("deeper than 100 levels");
        assertThat(faulty("a: " + "[".repeat(500) + "]".repeat(500))).isNotEmpty();
    }

    @Test
    void largeDocumentsAreRefused() {
        assertThat(faulty("# " + "x".repeat(1 << 20)))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("1024 KiB");
    }

    /** A short reference brings as many as the path item has methods. */
    @Test
    void manyOperationsOfOnePathItemAreRefused() {
        var item = Stream.of("get", "head", "post", "put", "patch", "delete", "options", "trace")
                .map("\"%s\": {}"::formatted)
                .collect(Collectors.joining(","));
        var paths = IntStream.rangeClosed(1, 2_501)
                .mapToObj("\"/%d\": {\"$ref\": \"#/all\"}"::formatted)
                .toList();
        var document = "{\"openapi\": \"3.1.0\", \"all\": {%s}, \"paths\": {%s}}";
        assertThat(faulty(document.formatted(item, String.join(",", paths))))
                .extracting(Problem::message)
                .containsExactly("the document cannot be read: it has more than 20000 operations");
        assertThat(faulty(document.formatted(item, String.join(",", paths.subList(1, 2_501)))))
                .extracting(Problem::rule)
                .containsExactly("openapi-items");
    }

    @Test
    void moreOperationsThanACatalogHasRoomForAreRefused() {
        var paths = IntStream.rangeClosed(0, ItemSource.MOST_ITEMS)
                .mapToObj("\"/p%d\": {\"get\": {}}"::formatted)
                .collect(Collectors.joining(","));
        assertThat(faulty("{\"openapi\": \"3.1.0\", \"paths\": {%s}}".formatted(paths)))
                .extracting(Problem::message)
                .singleElement()
                .isEqualTo("513 operations are selected, and one Tool brings at most 512");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"type\": \"object\", \"properties\": {%s}", "\"enum\": [%s]"})
    void shortDocumentDoesNotFillTheMemoryWithSchemas(String schema) {
        var members = schema.contains("enum") ? "{}" : "\"m%d\": {}";
        var items = sound(sharedBody(
                300,
                schema.formatted(
                        IntStream.range(0, 1_000).mapToObj(members::formatted).collect(Collectors.joining(",")))));
        assertThat(items.stream().filter(it -> it.spec().problems().isEmpty()).count())
                .isBetween(180L, 200L);
        assertThat(items.getLast().spec().problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("POST /p299: its schema and those of the operations before it have more than 200000 values");
    }

    @Test
    void schemaThatStaysTooLargeIsRefusedBeforeItIsKept() {
        assertThat(sound(sharedBody(1, "\"enum\": [%s]".formatted("\"x\",".repeat(20_000) + "1")))
                        .getFirst()
                        .spec()
                        .problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("longer than 64 KiB");
    }

    /** Operations that refer to one body. */
    private static String sharedBody(int operations, String schema) {
        return """
                {"openapi": "3.1.0",
                 "paths": {%s},
                 "components": {"requestBodies": {"B": {"content": {"application/json": {"schema": {%s}}}}}}}
                """.formatted(
                        IntStream.range(0, operations)
                                .mapToObj(
                                        "\"/p%d\": {\"post\": {\"requestBody\": {\"$ref\": \"#/components/requestBodies/B\"}}}"
                                                ::formatted)
                                .collect(Collectors.joining(",")),
                        schema);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$ref\": \"#/components/schemas/A\"}",
                "{\"allOf\": [{\"$ref\": \"#/components/schemas/B\"}, {\"$ref\": \"#/components/schemas/B\"}]}",
                "{\"oneOf\": [{\"$ref\": \"#/components/schemas/Wide\"}, {\"$ref\": \"#/components/schemas/Wide\"}]}"
            })
    void schemasWithoutEndRefuseTheOperationAlone(String schema) {
        var results = compiled("""
                {"openapi": "3.1.0",
                 "paths": {
                   "/bad": {"get": {"operationId": "bad", "parameters": [{"name": "a", "in": "query", "schema": %s}]}},
                   "/body": {"post": {"operationId": "body", "requestBody": {"content": {"application/json": {"schema": %s}}}}},
                   "/good": {"get": {"operationId": "good"}}},
                 "components": {"schemas": {
                   "A": {"$ref": "#/components/schemas/A"},
                   "B": {"allOf": [{"$ref": "#/components/schemas/B"}, {"$ref": "#/components/schemas/B"}]},
                   "Wide": {"anyOf": [{"$ref": "#/components/schemas/Wide"}, {"$ref": "#/components/schemas/Wide"}]}}}}
                """.formatted(schema, schema));
        assertThat(results).hasSize(3);
        assertThat(results.get(2)).isInstanceOf(EvaluationResult.Serve.class);
        assertThat(results.subList(0, 2))
                .allSatisfy(it -> assertThat(it).isInstanceOf(EvaluationResult.Refuse.class))
                .flatExtracting(EvaluationResult::problems)
                .extracting(Problem::rule)
                .doesNotContain("compiler-without-faults");
    }

    @Test
    void longChainOfReferencesRefusesTheOperationAlone() {
        var chain = IntStream.range(0, 15_000)
                .mapToObj(step -> "\"c%d\": {\"$ref\": \"#/components/schemas/c%d\"}".formatted(step, step + 1))
                .collect(Collectors.joining(","));
        var items = sound("""
                {"openapi": "3.1.0",
                 "paths": {
                   "/bad": {"post": {"operationId": "bad", "requestBody": {"content": {"application/json": {"schema":
                     {"properties": {"a": {"$ref": "#/components/schemas/c0"}}}}}}}},
                   "/good": {"get": {"operationId": "good"}}},
                 "components": {"schemas": {%s, "c15000": {"type": "string"}}}}
                """.formatted(chain));
        assertThat(items).extracting(it -> it.spec().valid().isPresent()).containsExactly(false, true);
        assertThat(items.getFirst().spec().problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("in a chain that is too long");
    }

    @Test
    void recursiveSchemasBecomeDefinitions() {
        assertThat(schema(
                        "{\"$ref\": \"#/components/schemas/Tree\"}",
                        "\"Tree\": {\"type\": \"object\", \"properties\": {\"children\": {\"type\": \"array\","
                                + " \"items\": {\"$ref\": \"#/components/schemas/Tree\"}}}}"))
                .contains("\"items\":{\"$ref\":\"#/$defs/Tree\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"type": "string", "nullable": true, "enum": ["a"]}            | {"type":["string","null"],"enum":["a",null]}
                    {"type": "string", "nullable": true, "enum": ["a", null]}      | {"type":["string","null"],"enum":["a",null]}
                    {"nullable": true, "allOf": [{"type": "string"}]}             | {"anyOf":[{"allOf":[{"type":"string"}]},{"type":"null"}]}
                    {"type": "integer", "minimum": 1, "exclusiveMinimum": false}  | {"type":"integer","minimum":1}
                    {"type": "integer", "maximum": 9, "exclusiveMaximum": true}   | {"type":"integer","exclusiveMaximum":9}
                    {"type": "object", "properties": {"example": {"x-a": 1}}}     | {"type":"object","properties":{"example":{}}}
                    {"type": "string", "pattern": "(?<=a)b", "format": "uuid"}    | {"type":"string","format":"uuid"}
                    {"type": "object", "required": true}                          | {"type":"object"}
                    {"type": ["string", "null"], "const": "a"}                    | {"type":["string","null"],"const":"a"}
                    """)
    void wordsOfOpenApiBecomeThoseOfJsonSchema(String written, String translated) {
        assertThat(schema(written, "")).contains("\"body\":" + translated);
    }

    /** The only way to say it of such a member in 3.0, where nothing beside a reference counts. */
    @Test
    void memberThatRefersToWhatOnlyResponsesHaveIsLeftOut() {
        assertThat(schema("""
                        {"type": "object", "required": ["id", "name"], "properties":
                          {"id": {"$ref": "#/components/schemas/Id"}, "name": {"type": "string"}}}
                        """, "\"Id\": {\"type\": \"integer\", \"readOnly\": true}"))
                .contains(
                        "\"body\":{\"type\":\"object\",\"required\":[\"name\"],\"properties\":{\"name\":{\"type\":\"string\"}}}")
                .doesNotContain("Id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-www-form-urlencoded", "multipart/form-data"})
    void memberOfAFormThatOnlyResponsesHaveIsLeftOut(String type) {
        var items = sound("""
                {"openapi": "3.0.0", "paths": {"/a": {"post": {"requestBody": {"content": {"%s": {"schema":
                  {"properties": {"id": {"type": "integer", "readOnly": true}, "name": {"type": "string"}}}}}}}}}}
                """.formatted(type));
        var tool = (ToolSpec) items.getFirst().spec().valid().orElseThrow();
        assertThat(tool.inputSchema().orElseThrow().toString()).contains("name").doesNotContain("\"id\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"in": "query", "schema": {"type": "array", "items": {"type": "object"}}}                   | list of lists or of objects
                    {"in": "query", "style": "deepObject", "schema": {"type": "array", "items": {}}}            | in style deepObject
                    {"in": "query", "style": "deepObject", "schema": {"type": "object"}}                        | without named members
                    {"in": "query", "explode": false, "schema": {"type": "object", "properties": {"a": {}}}}    | in style form without explode
                    {"in": "query", "content": {"application/json": {"schema": {"type": "string"}}}}            | a scalar that is written as JSON
                    {"in": "query", "content": {"application/xml": {"schema": {"type": "object"}}}}             | content other than JSON
                    {"in": "path", "required": true, "style": "matrix", "schema": {"type": "string"}}           | has the style matrix
                    {"in": "header", "schema": {"type": "object"}}                                              | an object in: header
                    {"in": "cookie", "schema": {"type": "string"}}                                              | in a cookie
                    {"in": "body", "schema": {"type": "string"}}                                                | in none of path, query, header and cookie
                    """)
    void parametersThatARequestCannotSayRefuseTheOperation(String parameter, String why) {
        var items =
                sound("{\"openapi\": \"3.0.0\", \"paths\": {\"/a/{p}\": {\"get\": {\"parameters\": [{\"name\": \"p\", "
                        + parameter.substring(1) + "]}}}}");
        assertThat(items.getFirst().spec().problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains(why);
    }

    @Test
    void serversOfThePathsAreThoseOfTheDocumentWhereItHasNone() {
        var items = sound("""
                {"openapi": "3.0.0", "paths": {
                  "/a": {"servers": [{"url": "https://api.example.com/"}], "get": {"operationId": "a"}},
                  "/b": {"servers": [{"url": "https://api.example.com"}], "get": {"operationId": "b"}},
                  "/c": {"get": {"operationId": "c", "servers": [{"url": "https://uploads.example.com"}]}}}}
                """);
        assertThat(items).extracting(it -> it.spec().valid().isPresent()).containsExactly(true, true, false);
    }

    /** SnakeYAML Engine reads 1,024 characters at a time by default, which can part a surrogate pair. */
    @Test
    void aPairOfSurrogatesMayLieAnywhereInADocument() {
        IntStream.range(900, 1_100)
                .mapToObj(length -> "openapi: 3.0.0\npaths: {/a: {get: {}}}\nx-more: %s\ud83d\ude00\n"
                        .formatted("a".repeat(length)))
                .forEach(document -> assertThat(faulty(document)).isEmpty());
    }

    private static String schema(String body, String components) {
        var items = sound("""
                {"openapi": "3.0.0", "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": %s}}}}}},
                 "components": {"schemas": {%s}}}
                """.formatted(body, components));
        return items.getFirst()
                .spec()
                .map(ToolSpec.class::cast)
                .valid()
                .orElseThrow()
                .inputSchema()
                .orElseThrow()
                .text();
    }

    private static List<EvaluationResult> compiled(String document) {
        return List.copyOf(DocumentedApi.compiled(document).results().values());
    }

    private static List<Item> sound(String document) {
        return items(document).valid().orElseThrow();
    }

    private static List<Problem> faulty(String document) {
        return items(document).problems();
    }

    private static Checked<List<Item>> items(String document) {
        var spec = DocumentedApi.spec();
        return new OpenApiItems(spec, spec.openapi().orElseThrow()).items(document);
    }
}
