package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ServerInputs;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An item that its author takes out of service is gone, whatever the state of its document is. */
class LastGoodItemsTest {
    private static final String PETS = """
            {"openapi": "3.1.0", "paths": {
              "/pets": {"get": {"operationId": "listPets", "tags": ["read"]}, "post": {}},
              "/pets/{petId}": {
                "parameters": [{"name": "petId", "in": "path", "required": true, "schema": {"type": "string"}}],
                "get": {"operationId": "get pet", "tags": ["read"]}, "delete": {"operationId": "deletePet"}}}}
            """;

    private static final String TICKETS = """
            {"tools": [
              {"name": "list", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
              {"name": "drop", "inputSchema": {"type": "object"}}],
             "prompts": [{"name": "open"}, {"name": "close"}],
             "resources": [{"uri": "docs://a", "name": "a"}, {"uri": "docs://b", "name": "b"}],
             "resourceTemplates": [{"uriTemplate": "docs://{id}", "name": "any"}]}
            """;

    private static final String UNREADABLE = "{";
    private static final String ALL_PETS = openapi("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                                              | deletePet get-pet listPets post-pets
                    overrides: [{operation: deletePet, suspend: true}]              | get-pet listPets post-pets
                    overrides: [{operation: get pet, suspend: true}]                | deletePet listPets post-pets
                    overrides: [{operation: POST /pets, suspend: true}]             | deletePet get-pet listPets
                    overrides: [{operation: "DELETE /pets/{petId}", suspend: true}] | get-pet listPets post-pets
                    overrides: [{operation: deletePet, suspend: false}]             | deletePet get-pet listPets post-pets
                    select: {methods: [GET]}                                        | get-pet listPets
                    select: {operations: [get pet, POST /pets]}                     | get-pet post-pets
                    select: {operations: ["GET /pets/{petId}"], methods: [POST]}    | ''
                    select: {paths: ["/pets/{petId}"]}                              | deletePet get-pet
                    select: {paths: ["/pets/*"]}                                    | deletePet get-pet
                    select: {paths: ["/pet"]}                                       | ''
                    select: {tags: [read]}                                          | deletePet get-pet listPets post-pets
                    """)
    void operationsThatAreNotWantedGoWithoutTheirDocument(String edit, String kept) {
        assertThat(kept(ALL_PETS, PETS, openapi(edit), UNREADABLE)).isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                        | drop list
                    overrides: [{tool: drop, suspend: true}]  | list
                    select: {tools: [drop]}                   | drop
                    select: {readOnly: true}                  | list
                    """)
    void definitionsThatAreNotWantedGoWithoutTheirDocument(String edit, String kept) {
        assertThat(kept(definitions(""), TICKETS, definitions(edit), UNREADABLE))
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                           | close open
                    overrides: [{prompt: close, suspend: true}]  | open
                    select: {prompts: [close]}                   | close
                    """)
    void promptsThatAreNotWantedGoWithoutTheirDocument(String edit, String kept) {
        assertThat(kept(inputs("Prompt", definitions(""), TICKETS), inputs("Prompt", definitions(edit), UNREADABLE)))
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                                | docs://a docs://b docs://{id}
                    overrides: [{uri: "docs://a", suspend: true}]     | docs://b docs://{id}
                    overrides: [{uri: "docs://{id}", suspend: true}]  | docs://a docs://b
                    select: {uris: ["docs://a", "docs://{id}"]}       | docs://a docs://{id}
                    auth: {plugin: missing}                           | ''
                    """)
    void resourcesThatAreNotWantedGoWithoutTheirDocument(String edit, String kept) {
        var edited = edit.startsWith("auth") ? definitions("") + ", " + edit : definitions(edit);
        assertThat(kept(inputs("Resource", definitions(""), TICKETS), inputs("Resource", edited, UNREADABLE)))
                .isEqualTo(kept);
    }

    @Test
    void suspendedOperationThatLeftItsDocumentIsGone() {
        var without = PETS.replace("deletePet", "dropPet");
        assertThat(kept(ALL_PETS, PETS, openapi("overrides: [{operation: deletePet, title: Delete}]"), without))
                .contains("deletePet");
        assertThat(kept(ALL_PETS, PETS, openapi("overrides: [{operation: deletePet, suspend: true}]"), without))
                .doesNotContain("deletePet");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "overrides: [{operation: only, suspend: true}]",
                "select: {methods: [POST]}",
            })
    void lastOperationThatIsNotWantedIsGone(String edit) {
        var one = "{\"openapi\": \"3.1.0\", \"paths\": {\"/a\": {\"get\": {\"operationId\": \"only\"}}}}";
        assertThat(kept(ALL_PETS, one, openapi(edit), one)).isEmpty();
    }

    @Test
    void lastDefinitionThatIsSuspendedIsGone() {
        var one = "[{\"name\": \"only\", \"inputSchema\": {\"type\": \"object\"}}]";
        var edited = definitions("overrides: [{tool: only, suspend: true}]");
        assertThat(kept(definitions(""), one, edited, one)).isEmpty();
    }

    /** As a statement stays that becomes a request which does not compile. */
    @Test
    void itemsOfAnotherSectionStayUntilTheDocumentOfTheNewOneIsReadable() {
        assertThat(kept(ALL_PETS, PETS, definitions("select: {tools: [list]}"), UNREADABLE))
                .isEqualTo("deletePet get-pet listPets post-pets");
        assertThat(kept(definitions(""), TICKETS, openapi("select: {methods: [GET]}"), UNREADABLE))
                .isEqualTo("drop list");
        assertThat(kept(ALL_PETS, PETS, definitions(""), TICKETS)).isEqualTo("drop list");
    }

    /** The name says which one is meant, whatever brought it. */
    @Test
    void itemsOfAnotherSectionThatTheNewOneSuspendsAreGone() {
        var withoutListPets = definitions("overrides: [{tool: listPets, suspend: true}]");
        assertThat(kept(ALL_PETS, PETS, withoutListPets, UNREADABLE)).isEqualTo("deletePet get-pet post-pets");
        assertThat(kept(ALL_PETS, PETS, withoutListPets, TICKETS)).isEqualTo("drop list");
        var withoutDrop = openapi("overrides: [{operation: drop, suspend: true}]");
        assertThat(kept(definitions(""), TICKETS, withoutDrop, UNREADABLE)).isEqualTo("list");
        var withDrop = openapi("overrides: [{operation: drop, suspend: false}]");
        assertThat(kept(definitions(""), TICKETS, withDrop, UNREADABLE)).isEqualTo("drop list");
    }

    @Test
    void toolStaysUntilTheDocumentOfTheItemsThatReplaceItIsReadable() {
        var one = "http: {adapter: pets, method: GET, path: /pets}";
        assertThat(kept(one, "", ALL_PETS, UNREADABLE)).isEqualTo("items");
        assertThat(kept(one, "", definitions(""), UNREADABLE)).isEqualTo("items");
        assertThat(kept(one, "", ALL_PETS, PETS)).isEqualTo("deletePet get-pet listPets post-pets");
        assertThat(kept(one, "", ALL_PETS + ", suspend: true", UNREADABLE)).isEmpty();
        assertThat(kept(one, "", ALL_PETS + ", auth: {plugin: missing}", UNREADABLE))
                .isEmpty();
        assertThat(kept(one, "", ALL_PETS + ", confirm: true", UNREADABLE)).isEmpty();
    }

    @Test
    void toolStaysUntilOneOfTheItemsThatReplaceItCanBeServed() {
        var one = "http: {adapter: pets, method: GET, path: /pets}";
        var faultyPets = "{\"openapi\": \"3.1.0\", \"paths\": {\"/a\": {\"options\": {}}, \"/b\": {\"trace\": {}}}}";
        var faultyTickets = "{\"tools\": [{\"name\": \"list\"}]}";
        assertThat(kept(one, "", ALL_PETS, faultyPets)).isEqualTo("items");
        assertThat(kept(one, "", definitions(""), faultyTickets)).isEqualTo("items");
        assertThat(kept(one, "", ALL_PETS, faultyPets.replace("trace", "get"))).isEqualTo("get-b");
        assertThat(kept(one, "", ALL_PETS + ", suspend: true", faultyPets)).isEmpty();
        assertThat(kept(one, "", ALL_PETS + ", auth: {plugin: missing}", faultyPets))
                .isEmpty();
        assertThat(kept(one, "", ALL_PETS + ", confirm: true", faultyPets)).isEmpty();
    }

    @Test
    void itemsStayUntilTheToolThatReplacesThemCompiles() {
        var faulty = "http: {adapter: pets, method: GET, path: \"/pets/{{ inputs.unknown }}\"}";
        assertThat(kept(ALL_PETS, PETS, faulty, "")).isEqualTo("deletePet get-pet listPets post-pets");
        assertThat(kept(ALL_PETS, PETS, "http: {adapter: pets, method: GET, path: /pets}", ""))
                .isEqualTo("items");
        assertThat(kept(ALL_PETS, PETS, faulty + ", suspend: true", "")).isEmpty();
        assertThat(kept(ALL_PETS, PETS, faulty + ", auth: {plugin: missing}", ""))
                .isEmpty();
        assertThat(kept(ALL_PETS, PETS, faulty + ", hints: {readOnly: true}", ""))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "suspend: true",
                "auth: {plugin: missing}",
                "auth: {rules: [{expression: \"principal.subject == 'a'\", message: no}]}",
                "confirm: true",
                "serverRefs: [{name: other}]"
            })
    void otherEditsTakeAllItemsOutOfServiceWithoutTheirDocument(String edit) {
        assertThat(kept(ALL_PETS, PETS, ALL_PETS + ", " + edit, UNREADABLE)).isEmpty();
    }

    @Test
    void itemsOfADeletedToolAreGone() {
        var deleted = inputs(ALL_PETS, UNREADABLE).withLeaves(List.of(), List.of(), List.of());
        assertThat(kept(ALL_PETS, PETS, deleted)).isEmpty();
    }

    private static String openapi(String edit) {
        return "openapi: {adapter: pets, document: {configMapKeyRef: {name: texts, key: text}}, %s}".formatted(edit);
    }

    private static String definitions(String edit) {
        return "mcp: {adapter: tickets, definitions: {configMapKeyRef: {name: texts, key: text}}, %s}".formatted(edit);
    }

    private static String kept(String spec, String text, String edited, String editedText) {
        return kept(spec, text, inputs(edited, editedText));
    }

    /** The names that are served after an edit. */
    private static String kept(String spec, String text, ServerInputs edited) {
        return kept(inputs(spec, text), edited);
    }

    private static String kept(ServerInputs published, ServerInputs edited) {
        var before = new CatalogCompiler().compile(published);
        assertThat(before.served()).isNotEmpty();
        var catalog = Published.of(before.toCatalog(new Revision("before", 1, "")));
        return new CatalogCompiler()
                .compile(edited.withPublished(catalog)).served().stream()
                        .map(it -> it.leaf().publicName())
                        .sorted()
                        .collect(Collectors.joining(" "));
    }

    private static ServerInputs inputs(String spec, String text) {
        return inputs("Tool", spec, text);
    }

    private static ServerInputs inputs(String kind, String spec, String text) {
        return Manifests.read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  adapters:
                    - {name: pets, engine: Http, url: "https://pets.example.com", access: ReadWrite}
                    - {name: tickets, engine: Mcp, url: "https://tickets.example.com/mcp", access: ReadWrite}
                """, """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: texts, labels: {hyperterse.dev/readable: "true"}}
                data:
                  text: '%s'
                """.formatted(text.replace("\n", " ")), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: %s
                metadata: {name: items}
                spec: {%s%s}
                """.formatted(
                                kind, spec.contains("serverRefs") ? "" : "serverRefs: [{name: shop}], ", spec))
                .inputs();
    }
}
