package dev.hyperterse.runtime.mcp.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.ToolView;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.CatalogChange;
import dev.hyperterse.runtime.live.ChangeKind;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** MCP Apps (SEP-1865), in both eras. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ViewsTest {
    private static final String EXTENSION = "/extensions/io.modelcontextprotocol~1ui";
    private static final String PAGE = "text/html;profile=mcp-app";

    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching()
            .with(Exposure.Direct)
            .catalog(
                    1,
                    with(tool("orders").with(draft -> draft.title = Optional.of("</script><img src=x>")), table()),
                    with(tool("own"), page("<!doctype html><title>{{ mine }}</title>")),
                    with(tool("plain"), Optional.empty()),
                    with(tool("hidden"), table()).with(Rules.policy("principal.subject == 'chief'"))));

    @AfterAll
    void stop() {
        endpoint.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void listedToolNamesItsView(boolean modern) throws Exception {
        var tools = result(modern, "tools/list", "").at("/tools");

        assertThat(tools)
                .extracting(tool -> tool.path("name").stringValue() + " "
                        + tool.at("/_meta/ui/resourceUri").asString("-"))
                .containsExactlyInAnyOrder("orders ui://tools/orders", "own ui://tools/own", "plain -");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void viewsAreListedAsResources(boolean modern) throws Exception {
        var resources = result(modern, "resources/list", "").at("/resources");

        assertThat(resources)
                .extracting(resource -> resource.path("uri").stringValue())
                .containsExactlyInAnyOrder("ui://tools/orders", "ui://tools/own");
        assertThat(resources)
                .allSatisfy(resource ->
                        assertThat(resource.path("mimeType").stringValue()).isEqualTo(PAGE));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ourPageHasTheSettingsAndNoMarkupOfThem(boolean modern) throws Exception {
        var contents = read(modern, "ui://tools/orders").at("/result/contents/0");

        assertThat(contents.path("mimeType").stringValue()).isEqualTo(PAGE);
        assertThat(contents.path("text").stringValue())
                .startsWith("<!doctype html>")
                .contains("default-src 'none'; script-src 'sha256-")
                .contains("\"kind\":\"Table\",\"tool\":\"orders\"")
                .doesNotContain("<img", "{{", "http://cdn", "https://", "innerHTML");
    }

    @Test
    void pageOfTheAuthorIsReadAsItIs() throws Exception {
        assertThat(read(true, "ui://tools/own").at("/result/contents/0/text").stringValue())
                .isEqualTo("<!doctype html><title>{{ mine }}</title>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ui://tools/hidden", "ui://tools/plain", "ui://tools/none"})
    void viewOfAToolThatTheCallerDoesNotSeeDoesNotExist(String uri) throws Exception {
        assertThat(read(true, uri).at("/error/code").intValue()).isEqualTo(-32602);
    }

    @Test
    void extensionIsDeclaredWhereAViewIsListed() throws Exception {
        assertThat(capabilities(endpoint)).allSatisfy(declared -> assertThat(
                        declared.at(EXTENSION + "/mimeTypes/0").asString(""))
                .isEqualTo(PAGE));
        try (var without = new TestEndpoint(Servers.searching().catalog(1, with(tool("orders"), table())))) {
            assertThat(capabilities(without))
                    .allSatisfy(declared ->
                            assertThat(declared.at(EXTENSION).isMissingNode()).isTrue());
            assertThat(without.call("resources/list", "{}").at("/result/resources"))
                    .isEmpty();
        }
    }

    @Test
    void changedViewChangesBothListsForThoseWhoSeeTheTool() {
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        var changes = new ArrayList<CatalogChange>();
        catalogs.listen(changes::add);
        var chief = Rules.policy("principal.subject == 'chief'");
        var server = Servers.searching().with(Exposure.Direct);
        catalogs.swap(server.catalog(1, with(tool("a"), Optional.empty()).with(chief)));
        catalogs.swap(server.catalog(2, with(tool("a"), page("one")).with(chief)));
        catalogs.swap(server.catalog(3, with(tool("a"), page("two")).with(chief)));

        assertThat(changes.getFirst().definitions().lists())
                .containsExactlyInAnyOrder(ChangeKind.TOOLS, ChangeKind.RESOURCES);
        assertThat(changes.getFirst().definitions().listsOf(Principal.named("keys", "chief")))
                .containsExactlyInAnyOrder(ChangeKind.TOOLS, ChangeKind.RESOURCES);
        assertThat(changes.getFirst().definitions().listsOf(Principal.named("keys", "clerk")))
                .isEmpty();
        assertThat(changes.get(1).updatesFor(Principal.named("keys", "chief")).apply("ui://tools/a"))
                .isPresent();
        assertThat(changes.get(1).updatesFor(Principal.named("keys", "clerk")).apply("ui://tools/a"))
                .isEmpty();
    }

    /** Such as of a directory that is compiled again: the tool is equal, and another object. */
    @Test
    void viewOfAToolThatIsLinkedAgainIsListed() throws Exception {
        var server = Servers.searching().with(Exposure.Direct);
        var open = Rules.policy("!has(principal.subject)");
        try (var swapped =
                new TestEndpoint(server.catalog(1, with(tool("a"), table()).with(open)))) {
            swapped.catalogs()
                    .swap(server.withStatements(false)
                            .catalog(2, with(tool("a"), table()).with(open)));

            assertThat(swapped.call("tools/list", "{}")
                            .at("/result/tools/0/_meta/ui/resourceUri")
                            .asString(""))
                    .isEqualTo("ui://tools/a");
            assertThat(swapped.call("resources/list", "{}")
                            .at("/result/resources/0/uri")
                            .asString(""))
                    .isEqualTo("ui://tools/a");
        }
    }

    private static ToolLeaf tool(String name) {
        return Leaves.tool(name, "Tells of " + name);
    }

    private static ToolLeaf with(ToolLeaf tool, Optional<ToolView> view) {
        return tool.with(draft -> draft.view = view);
    }

    private static Optional<ToolView> table() {
        return Optional.of(new ToolView(ToolView.Kind.Table, Optional.empty(), Optional.empty()));
    }

    private static Optional<ToolView> page(String html) {
        return Optional.of(new ToolView(ToolView.Kind.Page, Optional.empty(), Optional.of(html)));
    }

    private static List<JsonNode> capabilities(TestEndpoint endpoint) throws Exception {
        return List.of(
                ModernRequest.of("server/discover").answer(endpoint).at("/result/capabilities"),
                endpoint.call(
                                "initialize",
                                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                        + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}")
                        .at("/result/capabilities"));
    }

    private JsonNode read(boolean modern, String uri) throws Exception {
        return ModernRequest.read(uri).answer(modern, endpoint);
    }

    private JsonNode result(boolean modern, String method, String params) throws Exception {
        return ModernRequest.of(method, params).answer(modern, endpoint).path("result");
    }
}
