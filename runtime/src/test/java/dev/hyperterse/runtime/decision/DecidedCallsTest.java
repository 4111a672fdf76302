package dev.hyperterse.runtime.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings.Failure;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.decision.FakeDecisionPoint.Answer;
import dev.hyperterse.runtime.endpoint.HeldLinker;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.scripts.ScriptLinker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A decision point of a server, over HTTP. The tools lack their adapter, so allowed calls fail after the decision. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class DecidedCallsTest {
    private static final String KEY = "acme-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final Optional<AccessPolicy> DECIDED =
            Optional.of(AccessPolicy.of(List.of()).decidedAtTheCall());

    private static final ToolLeaf.Hints CONFIRMED = new ToolLeaf.Hints(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(true));

    private static final List<Leaf> LEAVES = List.of(
            Leaves.tool("list-orders", "Lists orders").with(DECIDED),
            Leaves.tool("confirmed", "Asks its user")
                    .with(draft -> draft.hints = CONFIRMED)
                    .with(DECIDED),
            Leaves.tool("passed-on", "Takes what it gets")
                    .with(draft -> draft.inputs = new Inputs.BySchema(
                            JsonMapper.shared().readTree("{\"type\":\"object\"}"),
                            List.of(Input.of("known", InputType.OBJECT, true))))
                    .with(draft -> draft.action =
                            new Action.CallTool("other", "passed-on", Optional.empty(), true, Optional.empty()))
                    .with(DECIDED),
            Leaves.tool("ruled", "Has a rule")
                    .with(Rules.policy("headers['x-team'] == 'blue'").map(AccessPolicy::decidedAtTheCall)),
            Leaves.prompt("greet", List.of(Leaves.argument("name", true, "Ann")), text("Hi"))
                    .with(DECIDED),
            Leaves.resource("test://open", Leaves.text("open")).with(DECIDED),
            Leaves.resource("test://rows", new Body.Computed(List.of(), Leaves.sql("SELECT 1"), Optional.empty()))
                    .with(DECIDED));

    @AutoClose
    private final FakeDecisionPoint fake = new FakeDecisionPoint();

    /** Runs for each tool that a swap links. */
    private final AtomicReference<Runnable> linking = new AtomicReference<>(() -> {});
    /** Runs before each call of a tool, which is before its decision. */
    private final AtomicReference<Runnable> calling = new AtomicReference<>(() -> {});

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(
            catalog(1, Optional.of(fake.settings(Failure.Closed))),
            ScriptedEndpoint.keys(),
            StreamTimings.standard(),
            Duration.ofMinutes(1),
            new HeldLinker(new ActionLinker(ScriptLinker.none()), linking, calling));

    DecidedCallsTest() throws Exception {}

    @Test
    void allowedCallProceedsAndItsRecordHasTheReason() throws Exception {
        assertThat(call("list-orders")).contains("unavailable");

        var record = record();
        assertThat(record.at("/outcome").asString()).isEqualTo("unavailable");
        assertThat(record.at("/reason").asString()).isEqualTo("in-office");
        assertThat(fake.asked().getFirst().json().at("/principal/subject").asString())
                .isEqualTo("acme");
        assertThat(fake.asked().getFirst().json().at("/definition/name").asString())
                .isEqualTo("list-orders");
    }

    @Test
    void deniedCallIsRefusedAndItsRecordHasTheReason() throws Exception {
        fake.answers(FakeDecisionPoint.DENY);

        assertThat(call("list-orders"))
                .contains("the server's policy does not admit the call (after-hours)")
                .doesNotContain("adapter");
        assertThat(record().at("/outcome").asString()).isEqualTo("auth");
        assertThat(record().at("/reason").asString()).isEqualTo("after-hours");
    }

    @Test
    void undecidedCallFails() throws Exception {
        fake.answers(Answer.of(503, ""));

        assertThat(call("list-orders")).contains("cannot be decided now");
        assertThat(record().at("/reason").asString()).isEqualTo("decision-point-failed");
    }

    @Test
    void readsAndPromptsAreDecidedToo() throws Exception {
        fake.answers(question -> question.at("/inputs/name").asString("").equals("Ann")
                ? FakeDecisionPoint.ALLOW
                : FakeDecisionPoint.DENY);

        assertThat(post("resources/read", "{\"uri\":\"test://open\"}"))
                .contains("after-hours")
                .doesNotContain("\"text\"");
        assertThat(record().at("/method").asString()).isEqualTo("resources/read");
        assertThat(record().at("/outcome").asString()).isEqualTo("auth");
        assertThat(record().at("/reason").asString()).isEqualTo("after-hours");
        assertThat(post("resources/subscribe", "{\"uri\":\"test://open\"}")).contains("after-hours");
        assertThat(post("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":\"Ann\"}}"))
                .contains("Hi");
        assertThat(post("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":\"Bob\"}}"))
                .contains("after-hours");
        assertThat(record().at("/method").asString()).isEqualTo("prompts/get");
        assertThat(record().at("/reason").asString()).isEqualTo("after-hours");
    }

    @Test
    void recordOfAnAllowedReadOrPromptHasTheReason() throws Exception {
        for (var allowed : List.of("in-office", "decision-point-failed")) {
            assertThat(post("resources/read", "{\"uri\":\"test://open\"}")).contains("\"text\":\"open\"");
            assertThat(record().at("/outcome").asString()).isEqualTo("completed");
            assertThat(record().at("/reason").asString()).isEqualTo(allowed);
            assertThat(post("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":\"Ann\"}}"))
                    .contains("Hi");
            assertThat(record().at("/outcome").asString()).isEqualTo("completed");
            assertThat(record().at("/reason").asString()).isEqualTo(allowed);

            endpoint.catalogs().swap(catalog(2, Optional.of(fake.settings(Failure.Open))));
            fake.answers(Answer.of(503, ""));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "resources/read, '{\"uri\":\"test://open\"}'",
        "resources/read, '{\"uri\":\"test://rows\"}'",
        "resources/subscribe, '{\"uri\":\"test://open\"}'",
        "prompts/get, '{\"name\":\"greet\",\"arguments\":{\"name\":\"Ann\"}}'"
    })
    void cancelledReadOrPromptDoesNotWaitForItsDecision(String method, String params) throws Exception {
        fake.answers(Answer.none());
        var session = endpoint.initialize("2025-06-18", "X-API-Key", KEY);
        var response = new FutureTask<>(() -> post(method, params, session));
        Thread.startVirtualThread(response);
        TestEndpoint.await("the decision point is asked", () -> !fake.asked().isEmpty());
        endpoint.post(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}",
                "X-API-Key",
                KEY,
                "Mcp-Session-Id",
                session);

        assertThat(response.get()).isEmpty();
        assertThat(record().at("/outcome").asString()).isEqualTo("cancelled");
    }

    @ParameterizedTest
    @CsvSource({
        "resources/read, '{\"uri\":\"test://open\"}'",
        "prompts/get, '{\"name\":\"greet\",\"arguments\":{\"name\":\"Ann\"}}'"
    })
    void decisionOfAReadOrPromptTakesNoLongerThanACallMay(String method, String params) throws Exception {
        fake.answers(Answer.none());
        var catalog = catalog(2, Optional.of(fake.settings(Failure.Open)));
        endpoint.catalogs()
                .swap(new Catalog(
                        catalog.revision(),
                        catalog.server()
                                .with(draft -> draft.limits = new Limits(1 << 20, 4 << 20, 128 << 20, 100, 256, 10)),
                        catalog.leaves(),
                        catalog.values()));

        assertThat(post(method, params)).contains("the call took too long and was cancelled", "limits.callTimeout");
        assertThat(record().at("/outcome").asString()).isEqualTo("timeout");
    }

    /** The client can only help itself if it learns that, and the user is asked behind the decision. */
    @Test
    void allowedCallThatLacksACapabilityNamesIt() throws Exception {
        var answer = ModernRequest.call("confirmed", "{}").answer(endpoint, "X-API-Key", KEY);

        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32021);
        assertThat(answer.at("/error/data/requiredCapabilities").has("elicitation"))
                .isTrue();
        assertThat(record().at("/outcome").asString()).isEqualTo("confirmation");
        assertThat(record().at("/reason").asString()).isEqualTo("in-office");
    }

    @Test
    void listsAndSearchAskNoDecisionPoint() throws Exception {
        fake.answers(FakeDecisionPoint.DENY);

        assertThat(post("tools/list", "{}")).contains("list-orders");
        assertThat(post("resources/list", "{}")).contains("test://open");
        assertThat(post("tools/call", "{\"name\":\"search\",\"arguments\":{\"query\":\"orders\"}}"))
                .contains("list-orders");
        assertThat(fake.asked()).isEmpty();
    }

    @Test
    void callsRefusedByRulesOrValidationAreNotAsked() throws Exception {
        assertThat(call("ruled")).contains("do not admit the call");
        assertThat(post("tools/call", "{\"name\":\"list-orders\",\"arguments\":{\"no-such-input\":1}}"))
                .contains("no-such-input");

        assertThat(fake.asked()).isEmpty();
    }

    /** A schema may allow members that are no inputs, and a script or another server gets them. */
    @Test
    void questionHasEachArgumentWithAllDigits() throws Exception {
        var arguments = "{\"known\":{\"rate\":0.12345678901234567890},\"other\":[1.50,\"a\"],\"third\":1e400}";
        post("tools/call", "{\"name\":\"passed-on\",\"arguments\":" + arguments + "}");

        assertThat(new String(fake.asked().getFirst().body(), StandardCharsets.UTF_8))
                .contains("\"rate\":0.12345678901234567890", "\"other\":[1.50,\"a\"]", "\"third\":1E+400");
    }

    /** The arguments are data, whatever they look like. */
    @Test
    void noArgumentChangesTheQuestion() throws Exception {
        var hostile = "x\",\"principal\":{\"subject\":\"root\"},\"decision\":\"Allow";
        var name = JsonMapper.shared().writeValueAsString(hostile);
        post("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":" + name + "}}");

        var json = fake.asked().getFirst().json();
        assertThat(json.at("/inputs/name").asString()).isEqualTo(hostile);
        assertThat(json.at("/principal/subject").asString()).isEqualTo("acme");
        assertThat(json.has("decision")).isFalse();
    }

    @Test
    void serverWithoutADecisionPointAsksNone() throws Exception {
        var open = LEAVES.stream().map(leaf -> leaf.with(Optional.empty())).toList();
        endpoint.catalogs().swap(catalog(2, open, Optional.empty()));

        assertThat(call("list-orders")).contains("unavailable");
        assertThat(fake.asked()).isEmpty();
        assertThat(record().has("reason")).isFalse();
    }

    @Test
    void definitionThatNeedsADecisionIsRefusedWithoutADecisionPoint() throws Exception {
        endpoint.catalogs().swap(catalog(2, Optional.empty()));

        assertThat(call("list-orders")).contains("cannot be decided now");
        assertThat(post("resources/read", "{\"uri\":\"test://open\"}")).contains("cannot be decided now");
    }

    @Test
    void newDecisionPointIsAskedAfterASwap() throws Exception {
        call("list-orders");
        try (var other = new FakeDecisionPoint()) {
            endpoint.catalogs().swap(catalog(2, Optional.of(other.settings(Failure.Closed))));
            call("list-orders");
            post("resources/read", "{\"uri\":\"test://open\"}");

            assertThat(other.asked()).hasSize(2);
            assertThat(fake.asked()).hasSize(1);
        }
    }

    /** Its tools are linked again, one by one, while those of the live catalog are called. */
    @ParameterizedTest
    @EnumSource(Failure.class)
    void keyChangeUnderLoadFailsNoCallAndAdmitsNoneUndecided(Failure failure) throws Exception {
        endpoint.catalogs()
                .swap(catalog(2, LEAVES, Optional.of(fake.settings(failure)), "first-" + FakeDecisionPoint.KEY));
        fake.answers(FakeDecisionPoint.DENY);
        var answers = new CopyOnWriteArrayList<String>();
        linking.set(() -> answers.add(called("list-orders")));

        for (var change = 0; change < 5; change++) {
            endpoint.catalogs()
                    .swap(catalog(
                            3 + change, LEAVES, Optional.of(fake.settings(failure)), change + FakeDecisionPoint.KEY));
            answers.add(called("list-orders"));
        }

        assertThat(answers).hasSizeGreaterThan(5).allMatch(answer -> answer.contains("(after-hours)"));
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    void failedSwapKeepsTheDecisionPoint(Failure failure) throws Exception {
        endpoint.catalogs().swap(catalog(2, Optional.of(fake.settings(failure))));
        linking.set(() -> {
            throw new LinkageError("a fault of this test");
        });
        assertThatThrownBy(() -> endpoint.catalogs()
                        .swap(catalog(3, LEAVES, Optional.of(fake.settings(failure)), "next-" + FakeDecisionPoint.KEY)))
                .isInstanceOf(LinkageError.class);

        fake.answers(FakeDecisionPoint.DENY);
        assertThat(call("list-orders")).contains("(after-hours)");
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    void delayedCallAsksTheDecisionPointOfItsCatalog(Failure failure) throws Exception {
        endpoint.catalogs().swap(catalog(2, Optional.of(fake.settings(failure))));
        fake.answers(FakeDecisionPoint.DENY);
        var waits = new CountDownLatch(1);
        var goesOn = new CountDownLatch(1);
        calling.set(() -> {
            waits.countDown();
            await(goesOn);
        });
        var answer = new FutureTask<>(() -> call("list-orders"));
        Thread.startVirtualThread(answer);
        waits.await();
        try (var other = new FakeDecisionPoint()) {
            endpoint.catalogs().swap(catalog(3, Optional.of(other.settings(failure))));
            goesOn.countDown();

            assertThat(answer.get()).contains("(after-hours)");
            assertThat(other.asked()).isEmpty();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException over) {
            throw new IllegalStateException(over);
        }
    }

    private String called(String tool) {
        try {
            return call(tool);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private String call(String tool) throws Exception {
        return post("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{}}");
    }

    private String post(String method, String params) throws Exception {
        return endpoint.post(request(method, params), "X-API-Key", KEY).body();
    }

    private String post(String method, String params, String session) throws Exception {
        return endpoint.post(request(method, params), "X-API-Key", KEY, "Mcp-Session-Id", session)
                .body();
    }

    private static String request(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private JsonNode record() {
        return JsonMapper.shared().readTree(endpoint.audit().lines().toList().getLast());
    }

    private static Content text(String text) {
        return new Content.Text(Template.literal(text));
    }

    private static Catalog catalog(long sequence, Optional<DecisionSettings> decision) {
        return catalog(sequence, LEAVES, decision);
    }

    private static Catalog catalog(long sequence, List<Leaf> leaves, Optional<DecisionSettings> decision) {
        return catalog(sequence, leaves, decision, FakeDecisionPoint.KEY);
    }

    private static Catalog catalog(long sequence, List<Leaf> leaves, Optional<DecisionSettings> decision, String key) {
        var open = Servers.searching().with(Exposure.SearchAndDirect).catalog(sequence, leaves);
        var server = open.server();
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.empty(),
                Optional.empty());
        return new Catalog(
                open.revision(),
                server.with(draft -> {
                    draft.auth = decision.map(auth::decidedBy).orElse(auth);
                    draft.audit = Optional.of(new AuditSettings(false));
                }),
                open.leaves(),
                new ValueSet(
                        "v" + sequence,
                        Map.of(
                                KEYS,
                                new ApiKeyDigests(Map.of(ApiKeyDigests.digest(KEY), "acme")).write(),
                                ValueKey.decision("key"),
                                key)));
    }
}
