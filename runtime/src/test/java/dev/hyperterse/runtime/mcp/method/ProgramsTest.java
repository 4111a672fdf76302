package dev.hyperterse.runtime.mcp.method;

import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.shown;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.ToolRates;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.catalog.server.CodeSettings.Effects;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.runtime.endpoint.AskedClient;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Programs of clients call what their callers may call themselves, under the same rules. */
class ProgramsTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final EntryToolNames NAMES =
            new EntryToolNames("search", "execute", Optional.empty(), Optional.of("run"));
    private static final CodeSettings ALL = new CodeSettings(Effects.All, Optional.empty(), 32 << 20, 50);
    private static final AccessPolicy SOMEBODY_ELSE =
            new AccessPolicy(Optional.of("partners"), Set.of(), Set.of(), Set.of("bolt"), Map.of());

    private static final ToolLeaf ORDERS =
            reading(tool("list-orders", "return [{id: 1, total: 12}, {id: inputs.id ?? 2, total: 30}]"));
    private static final ToolLeaf PRICE = reading(tool("price", "return {price: inputs.id * 10}"));
    private static final ToolLeaf CANCEL = tool("cancel", "return {cancelled: inputs.id}");
    private static final ToolLeaf FAILING = reading(tool("failing", "throw new Error('out of stock')"));

    private static ToolLeaf reading(ToolLeaf tool) {
        return tool.with(draft -> draft.hints =
                new ToolLeaf.Hints(Optional.of(true), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    private static ToolLeaf confirmed(ToolLeaf tool) {
        return tool.with(draft -> draft.hints = new ToolLeaf.Hints(
                Optional.of(true), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(true)));
    }

    private static ScriptedEndpoint serving(CodeSettings code, Leaf... leaves) {
        return serving(catalog(code, Exposure.Search, leaves));
    }

    private static ScriptedEndpoint serving(Catalog catalog) {
        return new ScriptedEndpoint(ScriptedEndpoint.keys(), Duration.ofMinutes(5), catalog);
    }

    private static Catalog catalog(CodeSettings code, Exposure exposure, Leaf... leaves) {
        var open = Servers.searching().with(exposure).with(NAMES).catalog(1, leaves);
        return new Catalog(
                open.revision(),
                open.server().with(draft -> {
                    draft.code = Optional.of(code);
                    draft.audit = Optional.of(new AuditSettings(false));
                }),
                open.leaves(),
                open.values());
    }

    private static ObjectNode sent(String program) {
        var params = JSON.createObjectNode().put("name", "run");
        params.putObject("arguments").put("program", program);
        return params;
    }

    private static JsonNode call(ScriptedEndpoint server, String program) throws IOException, InterruptedException {
        return server.endpoint().call("tools/call", sent(program).toString());
    }

    private static String run(ScriptedEndpoint server, String program) throws IOException, InterruptedException {
        return shown(call(server, program));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            const rows = await tools['list-orders']({id: 7}); return rows.map((row) => row.total) | [12,30]
            const [{price}] = await tools.price({id: 4}); return `costs ${price}` | costs 40
            const all = await Promise.all([1, 2].map((id) => tools.price({id}))); return all.flat() | [{"price":10},{"price":20}]
            const [hit] = await search('list-orders'); return [hit.name, hit.relevance_score] | ["list-orders",100]
            try { await tools.failing() } catch (failure) { return failure.message } | out of stock
            return {answer: 42} | {"answer":42}
            const unused = 1 | undefined: the program returned nothing; end it with return
            return [typeof fetch, typeof ctx, typeof Response, typeof process, typeof require] | ["undefined","undefined","undefined","undefined","undefined"]
            console.log('not shown'); return JSON.stringify({tools}) | {"tools":{}}
            """)
    void programReturnsOneValue(String program, String value) throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, ORDERS, PRICE, FAILING)) {
            assertThat(run(server, program)).isEqualTo(value);
        }
    }

    /** Frames of a stack have the functions of the prelude, and one of these is the host's. */
    @Test
    void framesOfAStackDoNotReachAProgram() throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, ORDERS)) {
            assertThat(run(server, """
                    let got = 'no frames';
                    const read = (_, frames) => { got = typeof frames[0].getFunction; return ''; };
                    try { Error.prepareStackTrace = read; } catch {}
                    try { Object.defineProperty(Error, 'prepareStackTrace', {value: read}); } catch {}
                    try { null.x } catch (failure) { failure.stack }
                    return got""")).isEqualTo("no frames");
        }
    }

    /** The names of a server are kept while those that it declares are faulty. */
    @Test
    void programsWithoutANameAreNotListed() throws Exception {
        var catalog = catalog(CodeSettings.DEFAULT, Exposure.Search, ORDERS);
        var unnamed = Servers.searching()
                .with(new EntryToolNames("search", "execute", Optional.empty(), Optional.empty()))
                .catalog(1, ORDERS)
                .server()
                .search();
        var kept = new Catalog(
                catalog.revision(),
                catalog.server().with(draft -> draft.search = unnamed),
                catalog.leaves(),
                catalog.values());
        try (var server = serving(kept)) {
            assertThat(listed(server))
                    .extracting(it -> it.path("name").asString())
                    .containsExactlyInAnyOrder("search", "execute");
        }
    }

    @Test
    void typesAreThoseOfTheToolsThatTheCallerSees() throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, ORDERS, hidden(PRICE))) {
            assertThat(run(server, "return describe()")).isEqualTo("""
                    declare const tools: {
                      /** Runs it */
                      'list-orders'(inputs?: { id?: number }): Promise<any>;
                    };""");
            assertThat(run(server, "return describe('price')"))
                    .startsWith("the program failed: Unknown tool: price")
                    .endsWith("at program.js:1:8");
        }
    }

    private static Leaf hidden(Leaf leaf) {
        return leaf.with(Optional.of(SOMEBODY_ELSE));
    }

    @Test
    void hiddenToolIsMissingAsForExecute() throws Exception {
        try (var server = serving(ALL, ORDERS, hidden(PRICE))) {
            var missing = run(server, "return tools['no-price']({id: 1})");
            var hidden = run(server, "return tools['price']({id: 1})");

            assertThat(hidden.replace("price", "no-price").replaceFirst(":\\d+$", ""))
                    .isEqualTo(missing.replaceFirst(":\\d+$", ""));
            assertThat(hidden)
                    .startsWith("the program failed: "
                            + shown(server.endpoint().execute("price", "{\"id\":1}"))
                                    .replace("Invalid params: ", ""));
            assertThat(run(server, "return (await search('price')).map((hit) => hit.name)"))
                    .doesNotContain("price");
            assertThat(outcomes(server)).contains("no-price unknown", "price denied");
        }
    }

    private static List<String> outcomes(ScriptedEndpoint server) {
        return server.endpoint().audit().lines().map(ProgramsTest::outcome).toList();
    }

    private static String outcome(String line) {
        var record = JSON.readTree(line);
        return record.path("name").asString("") + " " + record.path("outcome").asString("");
    }

    @Test
    void onlyReadingToolsAreCalledUnlessTheServerAllowsAll() throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, ORDERS, CANCEL)) {
            assertThat(run(server, "return tools.cancel({id: 5})"))
                    .isEqualTo("the program failed: programs of this server call only tools that are readOnly, "
                            + "and 'cancel' is not: call it by itself at program.js:1:14");
            assertThat(outcomes(server)).containsExactly("cancel execution", "run execution");
        }
        try (var server = serving(ALL, ORDERS, CANCEL)) {
            assertThat(run(server, "return tools.cancel({id: 5})")).isEqualTo("[{\"cancelled\":5}]");
        }
    }

    /** A tool is not trusted to read only because a program calls a tool that calls it. */
    @Test
    void readingToolCallsNoChangingToolInAProgram() throws Exception {
        var around = reading(tool("around", "return ctx.call('cancel', {id: 5})"));
        try (var server = serving(CodeSettings.DEFAULT, around, CANCEL)) {
            assertThat(run(server, "return tools.around()"))
                    .contains("the tool 'cancel' does not say that it is readOnly");
        }
    }

    @Test
    void callsCountForTheRatesOfTheirTools() throws Exception {
        var rare = PRICE.with(
                draft -> draft.rates = Optional.of(new ToolRates(Optional.empty(), Optional.of(new Rate(60, 1)))));
        try (var server = serving(CodeSettings.DEFAULT, rare)) {
            assertThat(run(server, """
                    await tools.price({id: 1});
                    return tools.price({id: 2});""")).startsWith("the program failed: ").contains("too many calls");
            assertThat(outcomes(server)).containsExactly("price completed", "price rate-limited", "run execution");
        }
    }

    @Test
    void programAndItsCallsHaveRecords() throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, PRICE)) {
            run(server, "return tools.price({id: 1})");
            assertThat(outcomes(server)).containsExactly("price completed", "run completed");
            assertThat(server.endpoint().ran()).hasSize(1);
        }
    }

    /** What strangers write reaches the program as it is, and the model with the boundary of the program's answer. */
    @Test
    void resultOfAProgramIsMarkedWhereStrangersWriteWhatToolsReturn() throws Exception {
        var marked = new CodeSettings(Effects.ReadOnly, Optional.empty(), 32 << 20, 3, true);
        try (var server = serving(marked, PRICE)) {
            assertThat(run(server, "const [{price}] = await tools.price({id: 4}); return `${price}\\u200b`"))
                    .matches("What stands in [^\n]+\n<(data-\\w{16})>\n40<U\\+200B>\n</\\1>");
        }
    }

    /** A default of Unmarked does not take the boundary away that the author of a tool asked for. */
    @Test
    void resultOfAProgramIsMarkedOnceItCallsAMarkedTool() throws Exception {
        var marked = reading(tool("review", "return {price: inputs.id * 10}"))
                .with(draft -> draft.result = Optional.of(ResultRules.NONE.asMarked()));
        try (var server = serving(CodeSettings.DEFAULT, PRICE, marked)) {
            assertThat(run(server, "const [{price}] = await tools.price({id: 4}); return price"))
                    .isEqualTo("40");
            assertThat(run(server, "const [{price}] = await tools.review({id: 4}); return price"))
                    .matches("What stands in [^\n]+\n<(data-\\w{16})>\n40\n</\\1>");
        }
    }

    /** A program can throw what it has read, and an error of a tool can quote it. */
    @Test
    void failureOfAProgramIsMarkedOnceItCallsAMarkedTool() throws Exception {
        var marked = reading(tool("review", "throw new Error('no\\u200bway')"))
                .with(draft -> draft.result = Optional.of(ResultRules.NONE.asMarked()));
        try (var server = serving(CodeSettings.DEFAULT, PRICE, marked)) {
            assertThat(run(server, "await tools.price({id: 4}); throw new Error('mine')"))
                    .startsWith("the program failed: mine at");
            assertThat(run(server, "await tools.review({id: 4})"))
                    .matches(
                            "the program failed: What stands in [^\n]+\n<(data-\\w{16})>\n.*no<U\\+200B>way.*\n</\\1>");
        }
    }

    @Test
    void callsAndSearchesAreLimitedTogether() throws Exception {
        var few = new CodeSettings(Effects.ReadOnly, Optional.empty(), 32 << 20, 3);
        try (var server = serving(few, PRICE)) {
            assertThat(run(server, """
                    await search('price');
                    await describe('price');
                    await tools.price({id: 1});
                    await tools.price({id: 1});"""))
                    .isEqualTo("the program failed: a program makes at most 3 calls and searches, by spec.code.calls "
                            + "at program.js:4:13");
        }
    }

    @Test
    void manyCallsAtOnceFormAQueue() throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, PRICE)) {
            assertThat(run(server, """
                    const ids = Array.from({length: 50}, (_, id) => id);
                    const prices = await Promise.all(ids.map((id) => tools.price({id})));
                    return prices.flat().reduce((sum, {price}) => sum + price, 0);""")).isEqualTo("12250");
            server.endpoint().awaitNothingHeld();
        }
    }

    @Test
    void wrongInputsNameTheTool() throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, PRICE)) {
            assertThat(run(server, "return tools.price({id: 'many'})"))
                    .startsWith("the program failed: wrong inputs for tools['price']: validation error for field 'id'");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~const a = 1;\nreturn a +;~ | 2:11",
                "~const a = 1;\n\nthrow new Error('no');~ | 3:11",
                "~return nothing;~ | 1:8",
                "~const f = () => {\n  return nothing;\n};\nreturn f();~ | 2:10",
                "~await tools.price({id: 1});\nawait tools.failing();~ | 2:13"
            })
    void errorsHaveLineAndColumn(String program, String place) throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, PRICE, FAILING)) {
            var answer = call(server, program);

            assertThat(answer.at("/result/isError").booleanValue()).isTrue();
            assertThat(shown(answer)).startsWith("the program failed: ").endsWith(" at program.js:" + place);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"program\":\"return 1\",\"language\":\"ts\"}"})
    void otherArgumentsAreRefused(String arguments) throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, PRICE)) {
            var answer =
                    server.endpoint().call("tools/call", "{\"name\":\"run\",\"arguments\":%s}".formatted(arguments));
            assertThat(shown(answer)).contains("validation error");
        }
    }

    /** Otherwise the next round would run the program again, with all that it has done. */
    @Test
    void usersAreNotAskedWhileAProgramRuns() throws Exception {
        var asking = reading(tool(
                "asking",
                "return ctx.elicit('name', {message: 'Who?', requestedSchema: "
                        + "{type: 'object', properties: {name: {type: 'string'}}}})"));
        try (var server = serving(CodeSettings.DEFAULT, confirmed(PRICE), asking)) {
            var confirm = "return tools.price({id: 1})";
            var refused = "the program failed: the tool 'price' runs when the user has confirmed it: "
                    + "no user is asked while a program runs; call the tool 'price' by itself at program.js:1:14";
            var elicit = "return tools.asking()";
            var unasked = "the program failed: no user is asked while a program runs; call the tool 'asking' by itself";

            var modern = RepeatingClient.able(server.endpoint());
            assertThat(shown(modern.call(sent(confirm)))).isEqualTo(refused);
            assertThat(shown(modern.call(sent(elicit)))).startsWith(unasked);

            var session = AskedClient.able(server.endpoint()).session();
            assertThat(shown(server.endpoint().call("tools/call", sent(confirm).toString(), "Mcp-Session-Id", session)))
                    .isEqualTo(refused);
            assertThat(shown(server.endpoint().call("tools/call", sent(elicit).toString(), "Mcp-Session-Id", session)))
                    .startsWith(unasked);
            assertThat(outcomes(server)).doesNotContain("price completed");
        }
    }

    @Test
    void modernClientsRunPrograms() throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, PRICE)) {
            assertThat(shown(RepeatingClient.able(server.endpoint()).call(sent("return tools.price({id: 3})"))))
                    .isEqualTo("[{\"price\":30}]");
        }
    }

    @Test
    void cancelledProgramEndsWithItsCalls() throws Exception {
        var waiting = reading(tool("waiting", "await ctx.sleep(600000); return 1"));
        try (var server = serving(CodeSettings.DEFAULT, PRICE, waiting)) {
            var client = AskedClient.able(server.endpoint());
            var body = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":%s}"
                    .formatted(sent("await tools.price({id: 1}); return tools.waiting()"))
                    .getBytes(StandardCharsets.UTF_8);
            try (var wire = new Wire(server.endpoint())) {
                wire.send("""
                        POST /mcp HTTP/1.1
                        Host: localhost
                        Connection: close
                        Accept: application/json, text/event-stream
                        Content-Type: application/json
                        Content-Length: %d
                        Mcp-Session-Id: %s""".formatted(body.length, client.session()), body);
                TestEndpoint.await("the program runs", () -> outcomes(server).contains("price completed"));
                client.cancel();
                TestEndpoint.await("it has ended", () -> outcomes(server).contains("run cancelled"));
            }
            server.endpoint().awaitNothingHeld();
        }
    }

    @ParameterizedTest
    @EnumSource(Exposure.class)
    void everyExposureListsTheToolForPrograms(Exposure exposure) throws Exception {
        try (var server = serving(catalog(CodeSettings.DEFAULT, exposure, ORDERS, CANCEL))) {
            var listed = listed(server).stream()
                    .filter(tool -> tool.path("name").asString("").equals("run"))
                    .toList();

            assertThat(listed).hasSize(1);
            assertThat(listed.getFirst().at("/annotations/readOnlyHint").booleanValue())
                    .isTrue();
            assertThat(listed.getFirst().path("description").asString(""))
                    .contains("Only tools that are readOnly", "await tools['list-orders']()");
            assertThat(run(server, "return 1")).isEqualTo("1");
        }
    }

    @Test
    void programsThatMayChangeSaySo() throws Exception {
        try (var server = serving(ALL, ORDERS, CANCEL)) {
            var run = listed(server).get(1);

            assertThat(run.at("/annotations/readOnlyHint").booleanValue()).isFalse();
            assertThat(run.at("/annotations/destructiveHint").booleanValue()).isTrue();
            assertThat(run.path("description").asString("")).doesNotContain("Only tools that are readOnly");
        }
    }

    @Test
    void toolForProgramsIsListedOnlyForCallersWithAToolToCall() throws Exception {
        try (var server = serving(CodeSettings.DEFAULT, CANCEL, hidden(ORDERS))) {
            assertThat(listed(server))
                    .extracting(it -> it.path("name").asString(""))
                    .containsExactly("execute", "search");
            assertThat(run(server, "return 1")).startsWith("Unknown tool: run");
            assertThat(outcomes(server)).containsExactly("run unknown");
        }
    }

    @Test
    void serverWithoutProgramsHasNoSuchTool() throws Exception {
        try (var server = new ScriptedEndpoint(ORDERS)) {
            assertThat(listed(server))
                    .extracting(it -> it.path("name").asString(""))
                    .containsExactly("execute", "search");
            assertThat(run(server, "return 1")).startsWith("Unknown tool: run");
        }
    }

    @Test
    void programOfAToolsetCallsOnlyItsTools() throws Exception {
        var sales = new Toolset("sales", Optional.empty(), Optional.empty(), List.of(), Toolset.Metadata.Published);
        var catalog = catalog(
                CodeSettings.DEFAULT,
                Exposure.Search,
                PRICE.with(Optional.of(AccessPolicy.of(List.of()).in(Set.of("sales")))),
                ORDERS.with(Optional.of(AccessPolicy.of(List.of()).in(Set.of()))));
        var withToolset = new Catalog(
                catalog.revision(),
                catalog.server().with(draft -> draft.toolsets = List.of(sales)),
                catalog.leaves(),
                catalog.values());
        try (var server = serving(withToolset)) {
            var client = RepeatingClient.able(server.endpoint()).at("/mcp/sales");

            assertThat(shown(client.call(sent("return tools.price({id: 2})")))).isEqualTo("[{\"price\":20}]");
            assertThat(shown(client.call(sent("return tools['list-orders']()"))))
                    .startsWith("the program failed: Unknown tool: list-orders");
            assertThat(shown(client.call(sent("return (await search('list-orders')).length"))))
                    .isEqualTo("0");
            assertThat(run(server, "return (await tools['list-orders']()).length"))
                    .isEqualTo("2");
        }
    }

    private static List<JsonNode> listed(ScriptedEndpoint server) throws IOException, InterruptedException {
        var tools = new ArrayList<JsonNode>();
        server.endpoint().call("tools/list", "{}").at("/result/tools").forEach(tools::add);
        return tools;
    }
}
