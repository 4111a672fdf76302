package dev.hyperterse.runtime.tool.cache;

import static dev.hyperterse.runtime.tool.TestCalls.input;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.RowsEnd;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.result.Keyset;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.ForScripts;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which calls share a cached result, for how long, and what ends it. */
class CachedCallsTest {
    private static final List<Input> ID = List.of(input("id", InputType.INT, true));

    private final CachedCalls calls = new CachedCalls(64 << 20, 8 << 20);

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void secondCallIsAnsweredFromTheCache() {
        var tool = byId();
        assertThat(calls.call(tool, "{\"id\":1}")).isEqualTo("[{\"values\":\"[1]\"}]");
        calls.now.addAndGet(3 * CachedCalls.SECOND);
        assertThat(calls.call(tool, "{\"id\":1}")).isEqualTo("cached 3/7 [{\"values\":\"[1]\"}]");
        assertThat(calls.runs).hasValue(1);
        assertThat(calls.calls("hit")).isEqualTo(1);
        assertThat(calls.calls("miss")).isEqualTo(1);
    }

    @Test
    void expiredResultIsReadAgain() {
        var tool = byId();
        calls.call(tool, "{\"id\":1}");
        calls.now.addAndGet(10 * CachedCalls.SECOND - 1);
        assertThat(calls.call(tool, "{\"id\":1}")).startsWith("cached 9/0 ");
        calls.now.addAndGet(1);
        assertThat(calls.call(tool, "{\"id\":1}")).startsWith("[");
        assertThat(calls.call(tool, "{\"id\":1}")).startsWith("cached 0/10 ");
        assertThat(calls.runs).hasValue(2);
        assertThat(calls.cache.size()).isEqualTo(1);
    }

    @Test
    void timeToLiveStartsWithTheStatement() {
        var usual = calls.engine;
        calls.engine = (operation, scope, out) -> {
            calls.now.addAndGet(4 * CachedCalls.SECOND);
            return usual.run(operation, scope, out);
        };
        calls.call(byId(), "{\"id\":1}");
        assertThat(calls.call(byId(), "{\"id\":1}")).startsWith("cached 4/6 ");
    }

    @Test
    void spellingsOfOneValueShareAResult() {
        var tool = byId();
        calls.call(tool, "{\"id\":1}");
        for (var same : List.of("{\"id\":1.0}", "{\"id\":\"1\"}", "{\"id\":10e-1}", " {\"id\" : 1 } ")) {
            assertThat(calls.call(tool, same)).as(same).startsWith("cached");
        }
        assertThat(calls.call(tool, "{}")).isEqualTo("[{\"values\":\"[null]\"}]");
        assertThat(calls.call(tool, "{\"id\":null}")).as("absent is NULL").startsWith("cached");
    }

    @Test
    void valuesThatAnEngineDistinguishesHaveDifferentKeys() {
        var decimal = calls.tool(
                List.of(input("n", InputType.FLOAT, true)), statement("n", input("n", InputType.FLOAT, true)));
        calls.call(decimal, "{\"n\":1}");
        assertThat(calls.call(decimal, "{\"n\":1.0}"))
                .as("numeric 1.0 is shown as 1.0")
                .startsWith("[");
        var text = calls.tool(
                List.of(input("t", InputType.STRING, true)), statement("t", input("t", InputType.STRING, true)));
        calls.call(text, "{}");
        assertThat(calls.call(text, "{\"t\":\"\"}")).startsWith("[");
        assertThat(calls.call(text, "{\"t\":\"null\"}")).startsWith("[");
        assertThat(calls.call(text, "{\"t\":\"a\"}")).startsWith("[");
        assertThat(calls.call(text, "{\"t\":\"A\"}")).startsWith("[");
        assertThat(calls.runs).hasValue(7);
    }

    @Test
    void orderOfArgumentsIsIrrelevantAndTheirAssignmentIsNot() {
        var inputs = List.of(input("a", InputType.INT, false), input("b", InputType.INT, false));
        var tool = calls.tool(inputs, TestCalls.statement(Dialect.SQLITE, "SELECT <a>, <b>", inputs));
        calls.call(tool, "{\"a\":1,\"b\":2}");
        assertThat(calls.call(tool, "{\"b\":2,\"a\":1}")).startsWith("cached");
        assertThat(calls.call(tool, "{\"a\":2,\"b\":1}")).startsWith("[");
    }

    @Test
    void unusedInputIsNotPartOfTheKey() {
        var inputs = List.of(input("id", InputType.INT, false), input("reason", InputType.STRING, true));
        var tool = calls.tool(inputs, TestCalls.statement(Dialect.SQLITE, "SELECT <id>", inputs));
        calls.call(tool, "{\"id\":1,\"reason\":\"curious\"}");
        assertThat(calls.call(tool, "{\"id\":1,\"reason\":\"bored\"}")).startsWith("cached");
    }

    @Test
    void invalidValueIsRefusedBeforeTheCache() {
        var tool = calls.tool(
                List.of(input("n", InputType.FLOAT, false)), statement("n", input("n", InputType.FLOAT, false)));
        assertThat(calls.call(tool, "{\"n\":\"NaN\"}")).startsWith("validation: ");
        assertThat(calls.call(tool, "{\"n\":\"NaN\"}")).startsWith("validation: ");
        assertThat(calls.runs).hasValue(0);
        assertThat(calls.cache.running()).isZero();
    }

    @Test
    void failureIsNeverCached() {
        var usual = calls.engine;
        calls.engine = (operation, scope, out) -> {
            out.json('[');
            throw new CallFailure(Stage.EXECUTION, "relation \"orders\" does not exist (42P01)");
        };
        assertThat(calls.call(byId(), "{\"id\":1}")).startsWith("execution: ");
        assertThat(calls.call(byId(), "{\"id\":1}")).startsWith("execution: ");
        assertThat(calls.runs).hasValue(2);
        calls.engine = (operation, scope, out) -> {
            throw new IllegalStateException("a bug");
        };
        assertThat(calls.call(byId(), "{\"id\":1}")).isEqualTo("internal: internal error");
        calls.engine = usual;
        assertThat(calls.call(byId(), "{\"id\":1}")).isEqualTo("[{\"values\":\"[1]\"}]");
        assertThat(calls.cache.running()).isZero();
    }

    @Test
    void emptyResultIsCached() {
        calls.engine = (operation, scope, out) -> {
            out.json('[').json(']');
            return 0;
        };
        calls.call(byId(), "{\"id\":1}");
        assertThat(calls.call(byId(), "{\"id\":1}")).isEqualTo("cached 0/10 []");
    }

    @Test
    void cachedResultReportsItsTruncation() {
        calls.engine = (operation, scope, out) -> {
            out.json('[').json(']').endRows(RowsEnd.TRUNCATED);
            return 0;
        };
        var first = calls.call(byId(), "{\"id\":1}");
        assertThat(first).contains("truncated");
        assertThat(calls.call(byId(), "{\"id\":1}")).isEqualTo("cached 0/10 " + first);
    }

    /** The rows of one page, and the cursor behind them, are never those of another. */
    @Test
    void pagesAreCachedSeparately() {
        calls.engine = (operation, scope, out) -> {
            var id = operation.values()[0] instanceof Long last ? last + 1 : 1;
            out.json('[').json('{').quoted("id").json(':').ascii(Long.toString(id));
            out.json('}').json(']').endRows(RowsEnd.TRUNCATED);
            return 1;
        };
        var tool = pages();

        var cursors = new ArrayList<String>();
        for (var page = 1; page <= 3; page++) {
            var arguments = cursors.isEmpty() ? "{}" : "{\"after\":\"%s\"}".formatted(cursors.getLast());
            var first = calls.call(tool, arguments);
            assertThat(first).startsWith("[{\"id\":%d}]".formatted(page));
            assertThat(calls.call(tool, arguments)).isEqualTo("cached 0/10 " + first);
            cursors.add(first.replaceAll("(?s).*nextCursor\\\\\":\\\\\"([^\\\\]+).*", "$1"));
        }

        assertThat(cursors).doesNotHaveDuplicates();
        assertThat(calls.runs).hasValue(3);
        assertThat(calls.call(tool, "{}"))
                .startsWith("cached 0/10 [{\"id\":1}]")
                .contains(cursors.getFirst());
        assertThat(calls.call(tool, "{\"after\":\"bm9uZQ\"}")).startsWith("validation: ");
    }

    /** Ordered by id. */
    private LinkedTool pages() {
        var keyset = new Keyset("after", List.of(new Keyset.Key("id", InputType.INT)));
        var rules =
                new ResultRules(Optional.of(1), Overflow.Truncate, RowFormat.Rows, RowShape.Rows, Optional.of(keyset));
        return calls.tool(
                "uid",
                "pages",
                List.of(input("after", InputType.STRING, true)),
                statement("after.id", input("after.id", InputType.INT, true)),
                Optional.of(rules));
    }

    /** How many rows a truncated answer has depends on how large it may be. */
    @Test
    void resultsOfAnotherSizeLimitAreReadAgain() {
        calls.call(byId(), "{\"id\":1}", 10_000);
        assertThat(calls.call(byId(), "{\"id\":1}", 20_000)).startsWith("[");
        assertThat(calls.call(byId(), "{\"id\":1}", 10_000)).startsWith("cached");
        assertThat(calls.runs).hasValue(2);
    }

    @Test
    void columnsOfAnEmptyResultAreCached() {
        calls.engine = (operation, scope, out) -> {
            out.json('[').json(']').endRows(new RowsEnd(false, List.of("id")));
            return 0;
        };
        calls.call(byId(), "{\"id\":1}");
        assertThat(calls.call(byId(), "{\"id\":1}")).isEqualTo("cached 0/10 []");
        assertThat(calls.columns()).containsExactly("id");
    }

    @Test
    void rowsOfTheWrongShapeAreNotCached() {
        var usual = calls.engine;
        calls.engine = (operation, scope, out) -> {
            out.json('[').json(']');
            return 0;
        };
        var row = new ResultRules(Optional.empty(), Overflow.Fail, RowFormat.Rows, RowShape.Row, Optional.empty());
        var tool = calls.tool("uid", "one", ID, statement("id", ID.getFirst()), Optional.of(row));
        assertThat(calls.call(tool, "{\"id\":1}")).isEqualTo("result: the result has no row");
        calls.engine = usual;
        assertThat(calls.call(tool, "{\"id\":1}")).isEqualTo("[{\"values\":\"[1]\"}]");
    }

    @Test
    void otherResultRulesHaveTheirOwnResults() {
        calls.call(byId(), "{\"id\":1}");
        var fewer = new ResultRules(Optional.of(5), Overflow.Truncate, RowFormat.Rows, RowShape.Rows, Optional.empty());
        var tool = calls.tool("uid", "one", ID, statement("id", ID.getFirst()), Optional.of(fewer));
        assertThat(calls.call(tool, "{\"id\":1}")).startsWith("[");
    }

    @Test
    void scriptsDoNotGetRowsThatWereCutForModels() {
        var forModels = new ResultRules(
                Optional.of(5),
                Optional.empty(),
                Overflow.Truncate,
                RowFormat.Rows,
                RowShape.Rows,
                Optional.empty(),
                Optional.of(new ForScripts(Optional.empty(), Overflow.Fail)));
        var tool = calls.tool("uid", "one", ID, statement("id", ID.getFirst()), Optional.of(forModels));
        calls.call(tool, "{\"id\":1}");
        calls.forScripts = true;
        assertThat(calls.call(tool, "{\"id\":1}")).startsWith("[");
        assertThat(calls.call(tool, "{\"id\":1}")).startsWith("cached");
    }

    @Test
    void unrelatedReloadKeepsResults() {
        calls.call(byId(), "{\"id\":1}");
        become(TestAdapters.postgres(Adapter.Access.ReadOnly), "one", "app", "secret", Map.of("OTHER", "x"));
        var described = calls.tool("uid", "another description", ID, statement("id", ID.getFirst()));
        assertThat(calls.call(described, "{\"id\":1}")).startsWith("cached");
    }

    @Test
    void otherStatementsAndToolsHaveTheirOwnResults() {
        calls.call(byId(), "{\"id\":1}");
        var other = calls.tool(ID, TestCalls.statement(Dialect.SQLITE, "SELECT 2 + <id>", ID));
        assertThat(calls.call(other, "{\"id\":1}")).startsWith("[");
        var recreated = calls.tool("another-uid", "a tool", ID, statement("id", ID.getFirst()));
        assertThat(calls.call(recreated, "{\"id\":1}")).startsWith("[");
    }

    @Test
    void changedAddressHasNewResultsEvenAfterAReturn() {
        var adapter = TestAdapters.postgres(Adapter.Access.ReadOnly);
        calls.call(byId(), "{\"id\":1}");
        calls.become(adapter, "two", "app", "secret");
        assertThat(calls.call(byId(), "{\"id\":1}")).startsWith("[");
        calls.become(adapter, "one", "app", "secret");
        assertThat(calls.call(byId(), "{\"id\":1}")).startsWith("[");
    }

    @Test
    void changedRoleHasNewResultsEvenForToolsLinkedBefore() {
        var linkedBefore = byId();
        calls.call(linkedBefore, "{\"id\":1}");
        calls.become(TestAdapters.postgres(Adapter.Access.ReadOnly), "one", "reader", "secret");
        assertThat(calls.call(linkedBefore, "{\"id\":1}")).startsWith("[");
    }

    @Test
    void changedPasswordOrLimitHasNewResultsOnceItServes() throws InterruptedException {
        calls.call(byId(), "{\"id\":1}");
        var first = calls.connections();
        calls.become(TestAdapters.postgres(Adapter.Access.ReadOnly), "one", "app", "rotated");
        awaitOthers(first);
        assertThat(calls.call(byId(), "{\"id\":1}")).startsWith("[");
        var second = calls.connections();
        calls.become(TestAdapters.postgres(Adapter.Access.ReadOnly, 4, 10_000, 7), "one", "app", "rotated");
        awaitOthers(second);
        assertThat(calls.call(byId(), "{\"id\":1}")).startsWith("[");
    }

    /** The limit is not part of the key, and holds for what is kept as for what is read. */
    @Test
    void cachedResultBeyondALowerLimitFailsLikeAReadOne() {
        calls.engine = (_, _, out) -> {
            out.json(("[{\"v\":\"" + "x".repeat(100_000) + "\"}]").getBytes(StandardCharsets.US_ASCII));
            return 1;
        };
        var read = calls.call(byId(), "{\"id\":2}", 50_000);
        assertThat(read).startsWith("result: ");
        calls.call(byId(), "{\"id\":1}");
        assertThat(calls.call(byId(), "{\"id\":1}", 50_000)).isEqualTo(read);
        assertThat(calls.call(byId(), "{\"id\":1}")).startsWith("cached ");
        assertThat(calls.runs).hasValue(3);
    }

    @Test
    void resultsOfWritingAdaptersAreNotCached() {
        var linkedBefore = byId();
        calls.call(linkedBefore, "{\"id\":1}");
        calls.become(TestAdapters.postgres(Adapter.Access.ReadWrite), "one", "app", "secret");
        assertThat(calls.call(linkedBefore, "{\"id\":1}")).startsWith("[");
        assertThat(calls.call(linkedBefore, "{\"id\":1}")).startsWith("[");
        assertThat(calls.calls("miss")).isEqualTo(1);
    }

    @Test
    void environmentValuesArePartOfTheKey() {
        var adapter = TestAdapters.postgres(Adapter.Access.ReadOnly);
        var statement = of(new Reference.Environment("REGION"));
        become(adapter, "one", "app", "secret", Map.of("REGION", "eu"));
        calls.call(calls.tool(List.of(), statement), "{}");
        become(adapter, "one", "app", "secret", Map.of("REGION", "us"));
        assertThat(calls.call(calls.tool(List.of(), statement), "{}")).isEqualTo("[{\"values\":\"[us]\"}]");
        become(adapter, "one", "app", "secret", Map.of("REGION", "eu"));
        assertThat(calls.call(calls.tool(List.of(), statement), "{}")).endsWith("[{\"values\":\"[eu]\"}]");
        become(adapter, "one", "app", "secret", Map.of());
        assertThat(calls.call(calls.tool(List.of(), statement), "{}"))
                .isEqualTo("binding: environment variable 'REGION' not found");
    }

    @Test
    void callersShareResultsUnlessTheStatementNamesThem() {
        var ofCaller = calls.tool(List.of(), of(new Reference.PrincipalSubject()));
        assertThat(calls.call(ofCaller, "{}", caller("ada"))).isEqualTo("[{\"values\":\"[ada]\"}]");
        assertThat(calls.call(ofCaller, "{}", caller("bob"))).isEqualTo("[{\"values\":\"[bob]\"}]");
        assertThat(calls.call(ofCaller, "{}", caller("ada"))).isEqualTo("cached 0/10 [{\"values\":\"[ada]\"}]");
        assertThat(calls.call(ofCaller, "{}")).startsWith("binding: ");
        calls.call(byId(), "{\"id\":1}", caller("ada"));
        assertThat(calls.call(byId(), "{\"id\":1}", caller("bob"))).startsWith("cached");
    }

    @Test
    void callersOfTwoPluginsShareNoResultOfAStatementThatNamesThePlugin() {
        var parameters = List.<Segment>of(
                new Segment.Parameter(new Value.Whole(new Reference.PrincipalPlugin()), ParameterType.TEXT),
                new Segment.Parameter(new Value.Whole(new Reference.PrincipalSubject()), ParameterType.TEXT));
        var ofCaller = calls.tool(List.of(), new SqlStatement(Dialect.SQLITE, parameters));

        assertThat(calls.call(ofCaller, "{}", Principal.named("partners", "ada")))
                .isEqualTo("[{\"values\":\"[partners, ada]\"}]");
        assertThat(calls.call(ofCaller, "{}", Principal.named("sso", "ada")))
                .isEqualTo("[{\"values\":\"[sso, ada]\"}]");
        assertThat(calls.call(ofCaller, "{}")).isEqualTo("binding: the caller has no principal.plugin");
    }

    private LinkedTool byId() {
        return calls.tool(ID, statement("id", ID.getFirst()));
    }

    private static SqlStatement statement(String name, Input input) {
        return TestCalls.statement(Dialect.SQLITE, "SELECT <" + name + ">", List.of(input));
    }

    private static SqlStatement of(Reference reference) {
        return new SqlStatement(
                Dialect.SQLITE, List.of(new Segment.Parameter(new Value.Whole(reference), ParameterType.TEXT)));
    }

    private static Principal caller(String subject) {
        return Principal.named("partners", subject);
    }

    private void become(
            Adapter adapter, String address, String user, String password, Map<String, String> environment) {
        var values = new java.util.HashMap<ValueKey, String>();
        environment.forEach((name, value) -> values.put(ValueKey.environment(name), value));
        calls.become(adapter, address, user, password, values);
    }

    private void awaitOthers(Object connections) throws InterruptedException {
        while (calls.connections() == connections) {
            Thread.sleep(1);
        }
    }
}
