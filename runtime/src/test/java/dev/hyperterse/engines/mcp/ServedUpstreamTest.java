package dev.hyperterse.engines.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.runtime.tool.TestCalls;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts and resources of a server of this kind, as another one serves them to its clients. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServedUpstreamTest {
    private static final UriTemplate TEMPLATE = Leaves.uriTemplate("docs://notes/", "{id}");

    @AutoClose
    private final TestEndpoint behind = new TestEndpoint(behind());

    @AutoClose
    private final McpCalls calls = McpCalls.on("http://127.0.0.1:" + behind.port() + "/mcp");

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(
            served(), KeyRing.random(), StreamTimings.standard(), Duration.ofMinutes(1), UpstreamLinker.of(calls));

    private static Catalog behind() {
        var hello = new Template(List.of(new Template.Literal("Hello "), new Template.Argument("who")));
        var note = new Template(List.of(new Template.Literal("note "), new Template.Argument("id")));
        return Servers.searching()
                .catalog(
                        1,
                        Leaves.prompt("hello", List.of(Leaves.argument("who", true)), new Content.Text(hello)),
                        Leaves.resource("docs://readme", Leaves.text("Read me.")),
                        Leaves.template(TEMPLATE, List.of(), new ResourceLeaf.Body.Text(note)));
    }

    private static Catalog served() {
        var who = Input.of("who", InputType.STRING, true);
        var hello = new PromptLeaf.Computed(
                List.of(who), new Action.GetPrompt(TestCalls.ADAPTER, "hello", Optional.empty()));
        var catalog = Servers.searching()
                .catalog(
                        1,
                        Leaves.prompt("greet", List.of(Leaves.argument("who", false)), hello),
                        Leaves.of(read(new Address.Fixed("docs://readme")), List.of()),
                        Leaves.of(read(new Address.Fixed("docs://gone")), List.of()),
                        Leaves.of(
                                read(new Address.Templated(TEMPLATE)),
                                List.of(Input.of("id", InputType.STRING, false))));
        return new Catalog(
                catalog.revision(),
                catalog.server().with(draft -> draft.audit = Optional.of(new AuditSettings(false))),
                catalog.leaves(),
                catalog.values());
    }

    private static Action.ReadResource read(Address address) {
        return new Action.ReadResource(TestCalls.ADAPTER, address, Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void promptIsThatOfTheOtherServer(boolean modern) throws Exception {
        var result = ModernRequest.prompt("greet", "{\"who\":\"Ada \\\"ü\\\"\"}")
                .answer(modern, endpoint)
                .get("result");
        assertThat(result.get("description").asString()).isEqualTo("prompt greet");
        assertThat(result.get("messages"))
                .isEqualTo(Leaves.json(
                        "[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hello Ada \\\"ü\\\"\"}}]"));
        assertThat(endpoint.ran()).containsExactly(Outcome.Ended.COMPLETED);

        var refused = ModernRequest.prompt("greet", "{}").answer(modern, endpoint);
        assertThat(refused.at("/error/message").asString())
                .startsWith("prompt failed: ")
                .contains("missing required argument 'who'", "MCP -32602");
        assertThat(endpoint.ran()).last().isEqualTo(new Outcome.Failed(Stage.EXECUTION));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void resourceIsThatOfTheOtherServer(boolean modern) throws Exception {
        var result =
                ModernRequest.read("docs://readme").answer(modern, endpoint).get("result");
        assertThat(result.get("contents"))
                .isEqualTo(
                        Leaves.json("[{\"uri\":\"docs://readme\",\"mimeType\":\"text/plain\",\"text\":\"Read me.\"}]"));
        if (modern) {
            assertThat(result.get("ttlMs").asInt())
                    .as("it changes without the catalog")
                    .isZero();
        }
        var note = ModernRequest.read("docs://notes/a%2Fb").answer(modern, endpoint);
        assertThat(note.at("/result/contents/0/uri").asString()).isEqualTo("docs://notes/a%2Fb");
        assertThat(note.at("/result/contents/0/text").asString()).isEqualTo("note a/b");
        assertThat(endpoint.ran()).containsExactly(Outcome.Ended.COMPLETED, Outcome.Ended.COMPLETED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void resourceThatTheOtherServerDoesNotHaveIsNotFound(boolean modern) throws Exception {
        var error = ModernRequest.read("docs://gone").answer(modern, endpoint).get("error");
        assertThat(error.get("code").asInt()).isEqualTo(modern ? -32602 : -32002);
        assertThat(error.get("message").asString()).isEqualTo("Resource not found");
        assertThat(error.at("/data/uri").asString()).isEqualTo("docs://gone");
        assertThat(endpoint.ran()).containsExactly(new Outcome.Failed(Stage.RESOLVE));
        assertThat(Leaves.json(endpoint.audit()).get("outcome").asString())
                .as("as of one that this server does not have either")
                .isEqualTo("unknown");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void valueThatLeadsElsewhereIsRefused(boolean modern) throws Exception {
        var error =
                ModernRequest.read("docs://notes/..").answer(modern, endpoint).get("error");
        assertThat(error.get("message").asString())
                .startsWith("reading failed: ")
                .contains("could lead elsewhere");
        assertThat(behind.ran()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void listsShowTheApprovedDefinitions(boolean modern) throws Exception {
        assertThat(ModernRequest.of("prompts/list").answer(modern, endpoint).at("/result/prompts"))
                .isEqualTo(
                        Leaves.json(
                                "[{\"name\":\"greet\",\"description\":\"prompt greet\",\"arguments\":[{\"name\":\"who\",\"required\":false}]}]"));
        assertThat(ModernRequest.of("resources/list").answer(modern, endpoint).at("/result/resources"))
                .extracting(it -> it.get("uri").asString())
                .containsExactly("docs://gone", "docs://readme");
        assertThat(ModernRequest.of("resources/templates/list")
                        .answer(modern, endpoint)
                        .at("/result/resourceTemplates/0/uriTemplate")
                        .asString())
                .isEqualTo("docs://notes/{id}");
        assertThat(behind.ran()).isEmpty();
    }
}
