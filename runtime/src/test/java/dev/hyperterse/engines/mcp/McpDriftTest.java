package dev.hyperterse.engines.mcp;

import static dev.hyperterse.engines.mcp.FakeMcp.JSON;
import static dev.hyperterse.engines.mcp.FakeMcp.ok;
import static dev.hyperterse.engines.mcp.FakeMcp.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.check.CheckRound;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.RecordingApi;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Definitions of each kind that another server changes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpDriftTest {
    private static final String NAME = "docs://a/{id}";

    private static JsonNode definition(UpstreamDefinition kind, String description) {
        return JsonMapper.shared()
                .readTree(
                        switch (kind) {
                            case TOOL, PROMPT ->
                                "{\"name\":\"%s\",\"description\":\"%s\"}".formatted(NAME, description);
                            case RESOURCE ->
                                "{\"uri\":\"%s\",\"name\":\"x\",\"description\":\"%s\",\"size\":7}"
                                        .formatted(NAME, description);
                            case TEMPLATE ->
                                "{\"uriTemplate\":\"%s\",\"name\":\"x\",\"description\":\"%s\"}"
                                        .formatted(NAME, description);
                        });
    }

    private static Action.OnServer action(UpstreamDefinition kind, Optional<String> digest) {
        return switch (kind) {
            case TOOL -> new Action.CallTool(TestCalls.ADAPTER, NAME, Optional.empty(), true, digest);
            case PROMPT -> new Action.GetPrompt(TestCalls.ADAPTER, NAME, digest);
            case RESOURCE -> new Action.ReadResource(TestCalls.ADAPTER, new Address.Fixed(NAME), digest);
            case TEMPLATE ->
                new Action.ReadResource(
                        TestCalls.ADAPTER, new Address.Templated(Leaves.uriTemplate("docs://a/", "{id}")), digest);
        };
    }

    /** Lists one definition of the kind. */
    private static FakeMcp.Calls listing(UpstreamDefinition kind, AtomicReference<JsonNode> listed) {
        return (call, socket) -> ok(
                socket,
                JSON,
                call.method().equals(kind.method())
                        ? reply(call, "{\"" + kind.list() + "\":[" + listed.get() + "]}")
                        : error(call, -32601));
    }

    private static String error(FakeMcp.Received call, int code) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + call.id() + ",\"error\":{\"code\":" + code + ",\"message\":\"no\"}}";
    }

    private static String words(StatementCheck check) {
        return ((StatementCheck.Refused) check).message().line();
    }

    @ParameterizedTest
    @EnumSource(UpstreamDefinition.class)
    void changedAndMissingDefinitionsAreNamedByTheirKind(UpstreamDefinition kind) throws Exception {
        var listed = new AtomicReference<>(definition(kind, "Old."));
        var approved = Optional.of(kind.digest(definition(kind, "Old.")));
        var word = kind.word();
        try (var server = FakeMcp.modern(listing(kind, listed));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.check(action(kind, approved))).isEqualTo(new StatementCheck.Accepted());
            assertThat(calls.check(action(kind, Optional.empty()))).isEqualTo(new StatementCheck.Accepted());
            assertThat(words(calls.check(action(kind, Optional.of("other")))))
                    .isEqualTo("the definition of %s '%s' has changed on the MCP server since it was approved (%s)"
                            .formatted(word, NAME, kind.method()));
        }
        listed.set(JsonMapper.shared().readTree("{\"name\":\"y\",\"uri\":\"y:\",\"uriTemplate\":\"y:{x}\"}"));
        try (var server = FakeMcp.modern(listing(kind, listed));
                var calls = McpCalls.on(server.url())) {
            assertThat(words(calls.check(action(kind, approved))))
                    .isEqualTo("the MCP server has no %s '%s' (%s)".formatted(word, NAME, kind.method()));
            // Only what is served is listed.
            assertThat(server.received(kind.method())).hasSize(1);
            for (var other : UpstreamDefinition.values()) {
                assertThat(other == kind ? List.of() : server.received(other.method()))
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PROMPT, -32601, the MCP server has no prompts (prompts/list)",
        "RESOURCE, -32601, the MCP server has no resources (resources/list)",
        "TEMPLATE, -32601, the MCP server has no resource templates (resources/templates/list)",
        // A server of sessions declares here that it has tools only.
        "PROMPT, -32603, the MCP server has no prompts (prompts/list)",
    })
    void serverMayNotHaveTheKindAtAll(UpstreamDefinition kind, int code, String words) throws Exception {
        try (var server = FakeMcp.withSessions((call, socket) -> ok(socket, JSON, error(call, code)));
                var calls = McpCalls.on(server.url())) {
            assertThat(words(calls.check(action(kind, Optional.empty())))).isEqualTo(words);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"404 Not Found", "400 Bad Request"})
    void restartedServerMayHaveTheKindNow(String ofUnknownSession) throws Exception {
        var kind = UpstreamDefinition.PROMPT;
        try (var server = FakeMcp.withSessions(listing(kind, new AtomicReference<>(definition(kind, "New."))));
                var calls = McpCalls.on(server.url())) {
            server.refusesUnknownSessionsBy(ofUnknownSession);
            calls.check(action(UpstreamDefinition.TOOL, Optional.empty()));
            server.forgetSessions();
            assertThat(calls.check(action(kind, Optional.empty()))).isEqualTo(new StatementCheck.Unknown());
            assertThat(calls.check(action(kind, Optional.empty()))).isEqualTo(new StatementCheck.Accepted());
        }
    }

    @ParameterizedTest
    @CsvSource({"400 Bad Request, -32022", "200 OK, -32022", "400 Bad Request, -32020"})
    void refusedEraSaysNothing(String status, int code) throws Exception {
        try (var server = FakeMcp.modern(
                        (call, socket) -> RecordingApi.response(socket, status, JSON, error(call, code)));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.check(action(UpstreamDefinition.PROMPT, Optional.empty())))
                    .isEqualTo(new StatementCheck.Unknown());
        }
    }

    @Test
    void undeclaredListMayBeRefusedInAKnownSession() throws Exception {
        try (var server = FakeMcp.withSessions(
                        (call, socket) -> RecordingApi.response(socket, "400 Bad Request", JSON, error(call, -32000)));
                var calls = McpCalls.on(server.url())) {
            assertThat(words(calls.check(action(UpstreamDefinition.PROMPT, Optional.empty()))))
                    .isEqualTo("the MCP server has no prompts (prompts/list)");
            assertThat(server.begun()).isEqualTo(1);
        }
    }

    /** Thousands are kept of each kind, whose names the other server chooses. */
    @ParameterizedTest
    @EnumSource(UpstreamDefinition.class)
    void longNameTakesNoMoreMemoryThanAShortOne(UpstreamDefinition kind) {
        var name = "x".repeat(4_096);
        var kept = LiveDefinitions.kept(
                kind,
                JsonMapper.shared()
                        .createObjectNode()
                        .put("name", name)
                        .put("uri", name)
                        .put("uriTemplate", name));
        assertThat(kept.getKey().length() + kept.getValue().length()).isLessThanOrEqualTo(128);
    }

    @Test
    void listsAreThoseOfTheKindsThatTheServerHas() throws Exception {
        var template = definition(UpstreamDefinition.TEMPLATE, "One.");
        try (var server = FakeMcp.modern(listing(UpstreamDefinition.TEMPLATE, new AtomicReference<>(template)));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.listed(server.url(), EnumSet.allOf(UpstreamDefinition.class)))
                    .isEqualTo(Map.of(UpstreamDefinition.TEMPLATE, List.of(template)));
            assertThat(calls.listed(server.url(), EnumSet.of(UpstreamDefinition.PROMPT)))
                    .isEmpty();
            assertThat(server.received("resources/list")).hasSize(1);
        }
    }

    /** The next list is read by another client. */
    @Test
    void sessionOfAListIsEnded() throws Exception {
        try (var server = FakeMcp.withSessions(FakeMcp.result("{\"tools\":[]}"));
                var calls = McpCalls.on(server.url())) {
            calls.listed(server.url(), EnumSet.of(UpstreamDefinition.TOOL));
            assertThat(server.received(""))
                    .filteredOn(it -> it.head().startsWith("DELETE"))
                    .hasSize(1);
            assertThat(server.begun()).isEqualTo(1);
        }
    }

    @Test
    void failureOfADeclaredListSaysNothing() throws Exception {
        try (var server = FakeMcp.withSessions((call, socket) -> ok(socket, JSON, error(call, -32603)));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.check(action(UpstreamDefinition.TOOL, Optional.empty())))
                    .isEqualTo(new StatementCheck.Unknown());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = UpstreamDefinition.class,
            names = {"PROMPT", "RESOURCE", "TEMPLATE"})
    void driftReachesTheReportOfTheReplica(UpstreamDefinition kind, @TempDir Path data) throws Exception {
        var listed = new AtomicReference<>(definition(kind, "New."));
        var leaf = leaf(action(kind, Optional.of(kind.digest(definition(kind, "Old.")))));
        var keys = KeyRing.random();
        var settings = new ReplicaSettings(data, data, () -> keys, false, Handover.standard());
        try (var server = FakeMcp.modern(listing(kind, listed));
                var replica = new Replica(
                        McpCalls.catalog(1, server.url(), McpCalls.TOKEN, leaf), settings, Observation.begin())) {
            while (replica.checks().results().refused().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(replica.checks().results().refused()).singleElement().satisfies(refused -> {
                assertThat(refused.definition()).isEqualTo(leaf.identity());
                assertThat(refused.refusal().message().words())
                        .contains("the definition of " + kind.word(), "has changed on the MCP server");
            });
        }
    }

    @Test
    void definitionThatWasAcceptedIsAskedForAgain() throws Exception {
        var kind = UpstreamDefinition.PROMPT;
        var listed = new AtomicReference<>(definition(kind, "Old."));
        var leaf = leaf(action(kind, Optional.of(kind.digest(definition(kind, "Old.")))));
        try (var server = FakeMcp.modern(listing(kind, listed));
                var calls = McpCalls.on(server.url())) {
            var round = new CheckRound(List.of(leaf), calls.links());
            calls.pass(round);
            assertThat(round.refused()).isEmpty();
            assertThat(round.unanswered()).isEmpty();
            listed.set(definition(kind, "New."));
            while (round.refused().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
                calls.pass(round);
            }
        }
    }

    /** A list that a server does not give, by mistake or on purpose. */
    @Test
    void listThatFailsHidesNoDriftOfAnotherKind() throws Exception {
        var prompt = leaf(action(UpstreamDefinition.PROMPT, Optional.empty()));
        var resource = leaf(action(UpstreamDefinition.RESOURCE, Optional.empty()));
        try (var server = FakeMcp.modern((call, socket) -> call.method().equals("prompts/list")
                        ? RecordingApi.response(socket, "500 Server Error", JSON, error(call, -32603))
                        : ok(socket, JSON, reply(call, "{\"resources\":[]}")));
                var calls = McpCalls.on(server.url())) {
            var round = new CheckRound(List.of(prompt, resource), calls.links());
            calls.pass(round);
            assertThat(round.unanswered()).containsExactly(TestCalls.ADAPTER);
            assertThat(round.refused()).singleElement().satisfies(refused -> assertThat(refused.definition())
                    .isEqualTo(resource.identity()));
        }
    }

    @Test
    void overlongNameIsNotKept() throws Exception {
        var listed = new AtomicReference<>(JsonMapper.shared().readTree("{\"name\":\"" + "x".repeat(5_000) + "\"}"));
        try (var server = FakeMcp.modern(listing(UpstreamDefinition.PROMPT, listed));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.listed(server.url(), EnumSet.of(UpstreamDefinition.PROMPT)))
                    .isEqualTo(Map.of(UpstreamDefinition.PROMPT, List.of()));
        }
    }

    private static Leaf leaf(Action.OnServer action) {
        return action instanceof Action.ReadResource read
                ? Leaves.of(read, List.of())
                : Leaves.prompt("p", List.of(), new PromptLeaf.Computed(List.of(), action));
    }
}
