package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The composition of the page about them, and others, for callers that see more and less of the tools that they call. */
@Timeout(120)
class CompositionIT {
    private static final Path PAGE = Path.of("..", "docs", "reference", "composition.md");
    private static final Pattern YAML_BLOCK = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");

    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              exposure: Direct
              adapters:
                - name: shop
                  access: ReadWrite
                  engine: Sqlite
                  url: ":memory:"
                  sqlite:
                    initSql:
                      inline: |
                        CREATE TABLE orders AS SELECT 7 AS id, 1250 AS cents, 3 AS customer, '["new","paid"]' AS tags;
                        CREATE TABLE customers AS SELECT 3 AS id, 'Ann' AS name;
                        CREATE TABLE offers AS SELECT 'Lamp' AS title UNION SELECT 'Desk';
                        CREATE TABLE notes (text TEXT);
              auth:
                mode: Required
                required: [staff]
                plugins:
                  - name: staff
                    apiKey:
                      header: X-Key
                      keys:
                        - {principal: chief, valueFrom: {secretKeyRef: {name: staff, key: chief}}}
                        - {principal: clerk, valueFrom: {secretKeyRef: {name: staff, key: clerk}}}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: staff}
            stringData: {chief: chief-key-only-for-this-test, clerk: clerk-key-only-for-this-test}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: order-by-id}
            spec:
              serverRefs: [{name: shop}]
              description: An order
              hints: {readOnly: true}
              inputs: [{name: id, type: int, minimum: 1}]
              statement: {adapter: shop, text: {inline: "SELECT * FROM orders WHERE id = {{ inputs.id }}"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: customer-by-id}
            spec:
              serverRefs: [{name: shop}]
              description: A customer
              hints: {readOnly: true}
              auth: {plugin: staff, policy: {subjects: chief}}
              inputs: [{name: id, type: int}]
              statement: {adapter: shop, text: {inline: "SELECT * FROM customers WHERE id = {{ inputs.id }}"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: add-note}
            spec:
              serverRefs: [{name: shop}]
              description: Adds a note
              inputs: [{name: text, type: string}]
              statement: {adapter: shop, text: {inline: "INSERT INTO notes VALUES ({{ inputs.text }}) RETURNING text"}}
            """;

    private static final String OFFERS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: newest-offers}
            spec:
              serverRefs: [{name: shop}]
              description: Offers
              hints: {readOnly: true}
              statement: {adapter: shop, text: {inline: "SELECT title FROM offers ORDER BY title"}}
            """;

    private static final String MORE = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: noted}
            spec:
              serverRefs: [{name: shop}]
              description: Notes who asked for an order
              inputs: [{name: id, type: int}, {name: note, type: string, optional: true}]
              composition:
                calls:
                  - {name: order, tool: order-by-id, inputs: {id: inputs.id}}
                  - {name: note, tool: add-note, inputs: {text: "principal.subject + ': ' + inputs.?note.orValue('none')"}}
                result: note
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: promises-to-read}
            spec:
              serverRefs: [{name: shop}]
              description: Says that it only reads
              hints: {readOnly: true}
              composition: {calls: [{name: note, tool: add-note, inputs: {text: "'x'"}}], result: note}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: itself}
            spec:
              serverRefs: [{name: shop}]
              description: Calls itself
              composition: {calls: [{name: again, tool: itself}], result: again}
            """;

    @TempDir
    private static Path folder;

    private static Quickstart shop;

    @BeforeAll
    static void start() throws IOException {
        var directory = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(directory.resolve("shop.yaml"), SERVER);
        Files.writeString(directory.resolve("offers.yaml"), OFFERS);
        var page = YAML_BLOCK.matcher(Files.readString(PAGE));
        assertThat(page.find()).isTrue();
        Files.writeString(directory.resolve("page.yaml"), page.group(1));
        Files.writeString(directory.resolve("more.yaml"), MORE);
        shop = Quickstart.serve(directory, folder.resolve("cache"));
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void pageShowsAToolThatWorks() {
        assertThat(text(call("chief", "order-overview", "{\"id\":7}")))
                .isEqualTo(
                        "{\"order\":7,\"total\":12.5,\"customer\":\"Ann\",\"tags\":[\"new\",\"paid\"],\"offers\":[\"Desk\",\"Lamp\"]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"id":7,"note":"hi"} | [{"text":"chief: hi"}]
            {"id":7}             | [{"text":"chief: none"}]
            """)
    void inputsAndCallerReachTheTools(String inputs, String rows) {
        assertThat(text(call("chief", "noted", inputs))).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            chief | order-overview   | {"id":8} | composition of tool 'order-overview': the input 'id' of call 'customer' has no value: index out of bounds
            chief | order-overview   | {"id":0} | tool 'order-overview' passed wrong inputs to 'order-by-id': validation error for field 'id': must be at least 1
            clerk | order-overview   | {"id":7} | tool 'customer-by-id' not found, or it may not be called from here
            chief | promises-to-read | {}       | the tool 'add-note' does not say that it is readOnly, and tool 'promises-to-read' must not change anything
            chief | itself           | {}       | calls of tools by others are at most 4 inside each other
            """)
    void failureNamesWhatIsWrong(String who, String tool, String inputs, String why) {
        assertThat(text(call(who, tool, inputs))).contains(why);
    }

    @Test
    void toolThatGoesIsMissedUntilItComesBack() throws IOException, InterruptedException {
        Files.delete(shop.file("offers.yaml"));
        await("tool 'newest-offers' not found");
        Files.writeString(shop.file("offers.yaml"), OFFERS);
        await("\"offers\":[\"Desk\",\"Lamp\"]");
    }

    private static void await(String part) throws InterruptedException {
        while (!text(call("chief", "order-overview", "{\"id\":7}")).contains(part)) {
            Thread.sleep(50);
        }
    }

    private static JsonNode call(String who, String tool, String inputs) {
        var params = "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, inputs);
        return shop.request("tools/call", params, Map.of("X-Key", who + "-key-only-for-this-test"));
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asString(answer.toString());
    }
}
