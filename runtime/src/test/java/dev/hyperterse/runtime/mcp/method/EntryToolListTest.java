package dev.hyperterse.runtime.mcp.method;

import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.shown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.ChangeKind;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.ListedTokens;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.live.definition.Listing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The entry tools in the lists of clients, and the tools that they run. */
class EntryToolListTest {
    private static final EntryToolNames APART = new EntryToolNames("find", "read", Optional.of("write"));
    private static final ToolLeaf LIST = hinted("list-orders", true);
    private static final ToolLeaf GET = hinted("get-order", true);
    private static final ToolLeaf CANCEL = hinted("cancel-order", false);

    @Test
    void entryToolsSayWhatIsBehindThem() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, LIST, GET, CANCEL))) {
            var search = listed(endpoint, "search");
            var execute = listed(endpoint, "execute");

            assertThat(search.get("title").stringValue()).isNotBlank();
            assertThat(search.get("description").stringValue()).contains("3 tools", "order (3)", "execute needs");
            assertThat(search.at("/_meta/anthropic~1alwaysLoad").booleanValue()).isTrue();
            assertThat(execute.get("description").stringValue()).contains("1 of 3 tools may change data");
        }
    }

    @Test
    void executeIsReadOnlyWhereAllToolsAre() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, LIST, GET))) {
            assertThat(hints(endpoint, "execute"))
                    .isEqualTo(
                            "{\"readOnlyHint\":true,\"destructiveHint\":false,\"idempotentHint\":true,\"openWorldHint\":true}");

            endpoint.catalogs().swap(Servers.searching().catalog(2, LIST, GET, CANCEL));
            assertThat(hints(endpoint, "execute"))
                    .isEqualTo(
                            "{\"readOnlyHint\":false,\"destructiveHint\":true,\"idempotentHint\":false,\"openWorldHint\":true}");
        }
    }

    @Test
    void changingToolsHaveAnEntryToolOfTheirOwn() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().with(APART).catalog(1, LIST, CANCEL))) {
            assertThat(names(endpoint)).containsExactly("find", "read", "write");
            assertThat(listed(endpoint, "read").at("/annotations/readOnlyHint").booleanValue())
                    .isTrue();
            assertThat(listed(endpoint, "write").at("/annotations/readOnlyHint").booleanValue())
                    .isFalse();

            assertThat(run(endpoint, "read", "list-orders")).contains("list-orders");
            assertThat(run(endpoint, "write", "cancel-order")).contains("cancel-order");
            assertThat(run(endpoint, "read", "cancel-order"))
                    .isEqualTo("Invalid params: the tool 'cancel-order' is not read-only: call it with write");
            assertThat(run(endpoint, "write", "list-orders"))
                    .isEqualTo("Invalid params: the tool 'list-orders' is read-only: call it with read");
            assertThat(endpoint.linker().calls()).isEqualTo(2);
        }
    }

    @Test
    void hitSaysWhichToolRunsIt() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().with(APART).catalog(1, LIST, CANCEL))) {
            var hits = Leaves.json(shown(
                    endpoint.call("tools/call", "{\"name\":\"find\",\"arguments\":{\"query\":\"cancel-order\"}}")));

            assertThat(hits.at("/0/call_with").stringValue()).isEqualTo("write");
            assertThat(hits.at("/1/name").stringValue()).isEqualTo("list-orders");
            assertThat(hits.at("/1").has("call_with")).isFalse();
        }
    }

    @Test
    void callerWithoutChangingToolsSeesNoEntryToolForThem() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().with(APART).catalog(1, LIST, GET))) {
            assertThat(names(endpoint)).containsExactly("find", "read");
        }
    }

    /** The bytes are those of a server that has only what the caller sees. */
    @Test
    void hiddenToolsChangeNothingInTheList() {
        var hidden = hinted("drop-payroll", false).with(Rules.policy("principal.subject == 'chief'"));
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        var all = catalogs.swap(Servers.searching().with(APART).catalog(1, LIST, GET, hidden))
                .live();
        var seen = FakeLinker.catalogs(new FakeLinker())
                .swap(Servers.searching().with(APART).catalog(1, LIST, GET))
                .live();

        assertThat(tools(all.seenBy(Principal.named("keys", "clerk"))
                        .listings()
                        .tools()
                        .first()))
                .isEqualTo(tools(seen.listings().tools().first()))
                .doesNotContain("payroll");
        assertThat(tools(all.seenBy(Principal.named("keys", "chief"))
                        .listings()
                        .tools()
                        .first()))
                .contains("payroll", "write");
    }

    private static String tools(Listing.Page page) {
        var text = new StringBuilder();
        page.entries().forEach(entry -> text.append(new String(entry.json(), StandardCharsets.UTF_8)));
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 900, 1_500, 2_000, 16_384})
    void textsAndInstructionsFitTogetherWhereTheInstructionsLeaveRoom(int length) throws Exception {
        var instructions = Optional.of("x".repeat(length)).filter(text -> !text.isEmpty());
        try (var endpoint = new TestEndpoint(instructed(1, instructions, LIST, GET, CANCEL))) {
            var search = listed(endpoint, "search").get("description").stringValue();
            var together = length
                    + search.length()
                    + listed(endpoint, "execute")
                            .get("description")
                            .stringValue()
                            .length();

            assertThat(together).isLessThanOrEqualTo(Math.max(2_048, length + 450));
            assertThat(search).contains("Say in plain words");
            assertThat(search.contains("order (3)")).isEqualTo(length < 1_600);
        }
    }

    @Test
    void textsThatChangeAreAChangeOfTheList() {
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        catalogs.swap(instructed(1, Optional.empty(), LIST, GET));
        var shorter = catalogs.swap(instructed(2, Optional.of("x".repeat(2_000)), LIST, GET));
        var renamed = catalogs.swap(Servers.searching().with(APART).catalog(3, LIST, GET));
        var changing = catalogs.swap(
                Servers.searching().with(APART).catalog(4, LIST, GET.with(draft -> draft.hints = hints(false))));

        var larger = catalogs.swap(Servers.searching().with(APART).catalog(5, LIST, GET.with(draft -> {
            draft.hints = hints(false);
            draft.result = Optional.of(answering(50_000));
        })));

        for (var swapped : List.of(shorter, renamed, changing, larger)) {
            assertThat(swapped.lists()).containsExactly(ChangeKind.TOOLS);
            assertThat(catalogs.changedSince(position(swapped.live().revision().sequence() - 1), Principal.ANONYMOUS))
                    .containsExactly(ChangeKind.TOOLS);
        }
    }

    private static ResultRules answering(int tokens) {
        return new ResultRules(
                Optional.empty(),
                Optional.of(tokens),
                ResultRules.Overflow.Truncate,
                RowFormat.Rows,
                RowShape.Rows,
                Optional.empty(),
                Optional.empty());
    }

    private static String position(long sequence) {
        return "epoch." + sequence;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Search", "SearchAndDirect", "Direct", "Auto"})
    void toolIsCalledByItsOwnNameInEveryExposure(Exposure exposure) throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().with(exposure).catalog(1, LIST))) {
            assertThat(shown(endpoint.call("tools/call", "{\"name\":\"list-orders\",\"arguments\":{}}")))
                    .contains("list-orders");
        }
    }

    @Test
    void misspeltNameIsAnsweredWithNearOnes() throws Exception {
        try (var endpoint = new TestEndpoint(Servers.searching().catalog(1, LIST, GET))) {
            assertThat(shown(endpoint.call("tools/call", "{\"name\":\"list-ordes\"}")))
                    .isEqualTo("Unknown tool: list-ordes; near names: list-orders, get-order");
            assertThat(run(endpoint, "execute", "lst-orders"))
                    .startsWith("Unknown tool: lst-orders; near names: ")
                    .contains("list-orders");
            assertThat(run(endpoint, "execute", "zzz")).isEqualTo("Unknown tool: zzz; find tools with search");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"search", "execute"})
    void directServerSaysHowItsToolsAreCalled(String name) throws Exception {
        try (var endpoint =
                new TestEndpoint(Servers.searching().with(Exposure.Direct).catalog(1, LIST))) {
            assertThat(shown(endpoint.call("tools/call", "{\"name\":\"" + name + "\"}")))
                    .isEqualTo("Unknown tool: " + name + "; this server lists its tools: call each by its own name");
        }
    }

    @Test
    void smallCatalogIsListedUntilItGrows() throws Exception {
        var server = Servers.searching().with(Exposure.Auto);
        try (var endpoint = new TestEndpoint(server.catalog(1, many(20, "Lists")))) {
            assertThat(names(endpoint)).hasSize(20).doesNotContain("search");
            assertThat(run(endpoint, "execute", "tool-3")).contains("tool-3");

            var grown = endpoint.catalogs().swap(server.catalog(2, many(21, "Lists")));
            assertThat(grown.lists()).containsExactly(ChangeKind.TOOLS);
            assertThat(names(endpoint)).containsExactly("execute", "search");
            assertThat(shown(endpoint.call("tools/call", "{\"name\":\"tool-3\",\"arguments\":{}}")))
                    .contains("tool-3");

            endpoint.catalogs().swap(server.catalog(3, many(5, "x".repeat(8_000))));
            assertThat(names(endpoint)).as("40,000 bytes").containsExactly("execute", "search");
        }
    }

    /** What hyperterse validate --tokens advises. */
    @ParameterizedTest
    @CsvSource({"20, Lists, true", "21, Lists, false"})
    void fewToolsAreThoseThatAutoLists(int count, String description, boolean areFew) {
        var tools = many(count, description);
        var settings = Servers.searching().catalog(1, tools).server();
        assertThat(ListedTokens.of(settings, tools).areFew()).isEqualTo(areFew);
    }

    @Test
    void eachCallerHasTheListOfWhatItSees() {
        var leaves = new ArrayList<Leaf>(many(20, "Lists"));
        leaves.add(hinted("drop-payroll", false).with(Rules.policy("principal.subject == 'chief'")));
        var live = FakeLinker.catalogs(new FakeLinker())
                .swap(Servers.searching().with(Exposure.Auto).catalog(1, leaves))
                .live();

        assertThat(live.seenBy(Principal.named("keys", "clerk"))
                        .listings()
                        .tools()
                        .size())
                .isEqualTo(20);
        assertThat(live.seenBy(Principal.named("keys", "chief"))
                        .listings()
                        .tools()
                        .size())
                .isEqualTo(2);
    }

    private static List<ToolLeaf> many(int count, String description) {
        return IntStream.range(0, count)
                .mapToObj(number -> Leaves.tool("tool-" + number, description))
                .toList();
    }

    private static Catalog instructed(long sequence, Optional<String> instructions, Leaf... leaves) {
        var catalog = Servers.searching().catalog(sequence, leaves);
        return new Catalog(
                catalog.revision(),
                catalog.server()
                        .with(draft -> draft.info = new ServerInfo(
                                "shop",
                                Optional.empty(),
                                Optional.empty(),
                                "1",
                                instructions,
                                Optional.empty(),
                                List.of())),
                catalog.leaves(),
                catalog.values());
    }

    private static ToolLeaf hinted(String name, boolean readOnly) {
        return Leaves.tool(name, "Orders of the shop").with(draft -> draft.hints = hints(readOnly));
    }

    private static ToolLeaf.Hints hints(boolean readOnly) {
        return new ToolLeaf.Hints(Optional.of(readOnly), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static String run(TestEndpoint endpoint, String with, String tool) throws Exception {
        return shown(endpoint.call(
                "tools/call", "{\"name\":\"%s\",\"arguments\":{\"tool\":\"%s\",\"inputs\":{}}}".formatted(with, tool)));
    }

    private static List<String> names(TestEndpoint endpoint) throws Exception {
        return endpoint.call("tools/list", "{}")
                .at("/result/tools")
                .valueStream()
                .map(tool -> tool.get("name").stringValue())
                .toList();
    }

    private static JsonNode listed(TestEndpoint endpoint, String name) throws Exception {
        return endpoint.call("tools/list", "{}")
                .at("/result/tools")
                .valueStream()
                .filter(tool -> tool.get("name").stringValue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String hints(TestEndpoint endpoint, String name) throws Exception {
        return listed(endpoint, name).get("annotations").toString();
    }
}
