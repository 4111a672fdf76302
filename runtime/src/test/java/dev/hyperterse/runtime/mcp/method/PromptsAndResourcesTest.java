package dev.hyperterse.runtime.mcp.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PromptsAndResourcesTest {
    private TestEndpoint endpoint;

    @BeforeAll
    void start() {
        var greeting = new Template(List.of(
                new Template.Literal("Dear "),
                new Template.Argument("name"),
                new Template.Literal("{{ name }}"),
                new Template.Argument("rest")));
        endpoint = new TestEndpoint(Servers.searching()
                .catalog(
                        1,
                        Leaves.prompt(
                                "greet",
                                List.of(
                                        Leaves.argument("name", true, "Ada", "ada", "Adam", "Bob", "Ada"),
                                        Leaves.argument("rest", false),
                                        Leaves.argument(
                                                "many",
                                                false,
                                                IntStream.range(0, 150)
                                                        .mapToObj(i -> "v" + i)
                                                        .toArray(String[]::new))),
                                new Content.Text(greeting)),
                        Leaves.prompt(
                                "everything",
                                List.of(Leaves.argument("id", false)),
                                new Content.Image("aW1n", "image/png"),
                                new Content.Audio("YXVk", "audio/wav"),
                                new Content.EmbeddedText(
                                        new Template(
                                                List.of(new Template.Literal("a://"), new Template.Argument("id"))),
                                        Optional.of("text/plain"),
                                        Template.literal("inside")),
                                new Content.EmbeddedBlob(Template.literal("a://b"), Optional.empty(), "Ymxv"),
                                new Content.ResourceLink(
                                        Template.literal("a://c"),
                                        "link",
                                        Optional.of("Link"),
                                        Optional.empty(),
                                        Optional.empty())),
                        Leaves.prompt(
                                "link",
                                List.of(Leaves.argument("id", true)),
                                new Content.ResourceLink(
                                        new Template(List.of(
                                                new Template.Literal("shop://orders/"), new Template.Argument("id"))),
                                        "order",
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty()),
                                new Content.EmbeddedText(
                                        new Template(List.of(
                                                new Template.Literal("shop://orders/"), new Template.Argument("id"))),
                                        Optional.empty(),
                                        new Template(List.of(new Template.Argument("id")))),
                                new Content.ResourceLink(
                                        new Template(
                                                List.of(new Template.Argument("id"), new Template.Literal("#top"))),
                                        "whole",
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty())),
                        Leaves.resource("shop://terms", Leaves.text("Be kind.")),
                        Leaves.resource("shop://logo", new Body.Blob("aW1n")),
                        Leaves.resource("shop://orders/latest", Leaves.text("fixed wins")),
                        Leaves.resource(
                                "shop://report",
                                new Body.Computed(List.of(), Leaves.sql("SELECT 1"), Optional.empty())),
                        Leaves.template(
                                Leaves.uriTemplate("shop://orders/", "{id}"),
                                List.of(Leaves.argument("id", true, "100", "101")),
                                new Body.Text(new Template(
                                        List.of(new Template.Literal("order "), new Template.Argument("id"))))),
                        Leaves.template(
                                Leaves.uriTemplate("shop://", "{+any}"),
                                List.of(),
                                new Body.Text(new Template(
                                        List.of(new Template.Literal("any "), new Template.Argument("any"))))),
                        Leaves.template(
                                Leaves.uriTemplate("rows://", "{id}"),
                                List.of(),
                                new Body.Computed(List.of(), Leaves.sql("SELECT 1"), Optional.empty()))));
    }

    @AfterAll
    void stop() {
        endpoint.close();
    }

    @Test
    void argumentsAreFilledInOnce() throws Exception {
        var result = get("greet", "{\"name\":\"{{ rest }}\"}").get("result");

        assertThat(result.at("/messages/0/role").stringValue()).isEqualTo("user");
        assertThat(result.at("/messages/0/content/text").stringValue()).isEqualTo("Dear {{ rest }}{{ name }}");
        assertThat(result.get("description").stringValue()).isEqualTo("prompt greet");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | missing required argument 'name'",
                "{\"name\":5} | argument 'name' must be a string",
                "{\"name\":\"Ada\",\"nmae\":\"Bob\"} | unknown argument 'nmae'",
                "{\"name\":5,\"nmae\":\"Bob\"} | argument 'name' must be a string; unknown argument 'nmae'",
                "{\"rest\":\"x\",\"nmae\":7} | unknown argument 'nmae'; missing required argument 'name'",
                "[] | field 'arguments' must be an object"
            })
    void argumentsAreChecked(String arguments, String message) throws Exception {
        var error = get("greet", arguments).get("error");

        assertThat(error.get("code").intValue()).isEqualTo(-32602);
        assertThat(error.get("message").stringValue()).endsWith(message);
    }

    @Test
    void everyKindOfContentFollowsTheSchema() throws Exception {
        assertThat(get("everything", "{\"id\":\"7\"}")
                        .at("/result/messages")
                        .valueStream()
                        .map(message -> message.get("content")))
                .containsExactly(
                        Leaves.json("{\"type\":\"image\",\"data\":\"aW1n\",\"mimeType\":\"image/png\"}"),
                        Leaves.json("{\"type\":\"audio\",\"data\":\"YXVk\",\"mimeType\":\"audio/wav\"}"),
                        Leaves.json(
                                "{\"type\":\"resource\",\"resource\":{\"uri\":\"a://7\",\"mimeType\":\"text/plain\",\"text\":\"inside\"}}"),
                        Leaves.json("{\"type\":\"resource\",\"resource\":{\"uri\":\"a://b\",\"blob\":\"Ymxv\"}}"),
                        Leaves.json(
                                "{\"type\":\"resource_link\",\"name\":\"link\",\"title\":\"Link\",\"uri\":\"a://c\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "1 2", "a/b", "50%", "über", "😀", "a?b#c&d=*~+", "\"{{ id }}\""})
    void resourceLinkWithAnArgumentCanBeRead(String id) throws Exception {
        var messages = get("link", "{\"id\":" + JsonMapper.shared().writeValueAsString(id) + "}")
                .at("/result/messages");
        var link = messages.at("/0/content/uri").stringValue();

        assertThat(read(link).at("/result/contents/0/text").stringValue()).isEqualTo("order " + id);
        assertThat(messages.at("/1/content/resource/uri").stringValue()).isEqualTo(link);
        assertThat(messages.at("/1/content/resource/text").stringValue()).isEqualTo(id);
    }

    @Test
    void argumentThatBeginsAUriIsTheUriItself() throws Exception {
        assertThat(get("link", "{\"id\":\"shop://a/b?c\"}")
                        .at("/result/messages/2/content/uri")
                        .stringValue())
                .isEqualTo("shop://a/b?c#top");
    }

    @Test
    void listsShowTheFourKinds() throws Exception {
        assertThat(endpoint.call("prompts/list", "{}").at("/result/prompts/1/arguments/0"))
                .isEqualTo(Leaves.json("{\"name\":\"name\",\"required\":true}"));
        assertThat(endpoint.call("resources/list", "{}")
                        .at("/result/resources")
                        .valueStream()
                        .map(r -> r.get("uri").stringValue()))
                .containsExactly("shop://logo", "shop://orders/latest", "shop://report", "shop://terms");
        assertThat(endpoint.call("resources/templates/list", "{}")
                        .at("/result/resourceTemplates/0/uriTemplate")
                        .stringValue())
                .isEqualTo("rows://{id}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shop://terms | Be kind.",
                "shop://orders/latest | fixed wins",
                "shop://orders/1%202 | order 1 2",
                "shop://orders/1/2 | any orders/1/2"
            })
    void mostSpecificTemplateServesAUri(String uri, String text) throws Exception {
        var contents = read(uri).at("/result/contents/0");

        assertThat(contents.get("text").stringValue()).isEqualTo(text);
        assertThat(contents.get("uri").stringValue()).isEqualTo(uri);
        assertThat(contents.get("mimeType").stringValue()).isEqualTo("text/plain");
    }

    @Test
    void computedContentHasTheRows() throws Exception {
        assertThat(Leaves.json(read("rows://5").at("/result/contents/0/text").stringValue()))
                .isEqualTo(Leaves.json("[{\"tool\":\"computed\",\"arguments\":{\"id\":\"5\"}}]"));
        assertThat(read("shop://logo").at("/result/contents/0/blob").stringValue())
                .isEqualTo("aW1n");
    }

    @Test
    void missingResourceIsNamedInTheError() throws Exception {
        var error = read("none://here").get("error");

        assertThat(error.get("code").intValue()).isEqualTo(-32002);
        assertThat(error.at("/data/uri").stringValue()).isEqualTo("none://here");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"ref/prompt\",\"name\":\"greet\"} | name | aD | [\"Ada\",\"Adam\",\"ada\"]",
                "{\"type\":\"ref/prompt\",\"name\":\"greet\"} | rest | x | []",
                "{\"type\":\"ref/prompt\",\"name\":\"greet\"} | unknown | x | []",
                "{\"type\":\"ref/resource\",\"uri\":\"shop://orders/{id}\"} | id | 10 | [\"100\",\"101\"]",
                "{\"type\":\"ref/resource\",\"uri\":\"shop://terms\"} | id | 10 | []"
            })
    void completionIsCaseInsensitive(String reference, String argument, String typed, String values) throws Exception {
        assertThat(complete(reference, argument, typed).at("/result/completion/values"))
                .isEqualTo(Leaves.json(values));
    }

    @Test
    void completionReturnsAHundredValuesAndTheTotal() throws Exception {
        var completion = complete("{\"type\":\"ref/prompt\",\"name\":\"greet\"}", "many", "")
                .at("/result/completion");

        assertThat(completion.get("values").size()).isEqualTo(100);
        assertThat(completion.get("total").intValue()).isEqualTo(150);
        assertThat(completion.get("hasMore").booleanValue()).isTrue();
    }

    @Test
    void completionOfAMissingPromptIsAnError() throws Exception {
        assertThat(complete("{\"type\":\"ref/prompt\",\"name\":\"none\"}", "a", "")
                        .at("/error/code")
                        .intValue())
                .isEqualTo(-32602);
    }

    @Test
    void subscribingNeedsASession() throws Exception {
        var uri = "{\"uri\":\"shop://terms\"}";
        var session = endpoint.initialize("2025-06-18");

        assertThat(endpoint.call("resources/subscribe", uri).at("/error/code").intValue())
                .isEqualTo(-32600);
        assertThat(endpoint.call("resources/subscribe", uri, "Mcp-Session-Id", session)
                        .has("result"))
                .isTrue();
        assertThat(endpoint.call("resources/unsubscribe", "{\"uri\":\"never://seen\"}")
                        .has("result"))
                .isTrue();
    }

    @Test
    void contentThatIsTooLargeFailsAsWhatIsComputedDoes() throws Exception {
        var text = "x".repeat(100_000);
        var small = Servers.searching().with(new Limits(1 << 20, 1, 128 << 20, 30_000, 256, 100));
        try (var limited = new TestEndpoint(small.catalog(
                1,
                Leaves.prompt("long", List.of(), new Content.Text(Template.literal(text))),
                Leaves.resource("shop://long", Leaves.text(text))))) {
            assertThat(limited.call("prompts/get", "{\"name\":\"long\"}")
                            .at("/error/message")
                            .stringValue())
                    .startsWith("prompt failed: the result is larger than");
            assertThat(limited.call("resources/read", "{\"uri\":\"shop://long\"}")
                            .at("/error/message")
                            .stringValue())
                    .startsWith("reading failed: the result is larger than");
            assertThat(limited.ran())
                    .containsExactly(new Outcome.Failed(Stage.RESULT), new Outcome.Failed(Stage.RESULT));
        }
    }

    private JsonNode get(String prompt, String arguments) throws Exception {
        return endpoint.call("prompts/get", "{\"name\":\"" + prompt + "\",\"arguments\":" + arguments + "}");
    }

    private JsonNode read(String uri) throws Exception {
        return endpoint.call("resources/read", "{\"uri\":\"" + uri + "\"}");
    }

    private JsonNode complete(String reference, String argument, String typed) throws Exception {
        return endpoint.call(
                "completion/complete",
                "{\"ref\":" + reference + ",\"argument\":{\"name\":\"" + argument + "\",\"value\":\"" + typed + "\"}}");
    }
}
