package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolRates;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The protection of a server is the same in both eras. */
class BothErasTest {
    private static final String ACME = "acme-0123456789abcdef";
    private static final String BOLT = "bolt-0123456789abcdef";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final AccessPolicy BOLT_ALONE =
            new AccessPolicy(Optional.of("partners"), Set.of(), Set.of(), Set.of("bolt"), Map.of());

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(guarded());

    private static Catalog guarded() {
        return guarded(Servers.LIMITS);
    }

    private static Catalog guarded(Limits limits) {
        var open = Servers.searching()
                .with(Exposure.SearchAndDirect)
                .with(limits)
                .catalog(
                        1,
                        Leaves.tool("orders", "Lists orders"),
                        Leaves.tool("hidden", "Hides").with(Optional.of(BOLT_ALONE)),
                        Leaves.tool("rare", "May be called once")
                                .with(draft -> draft.rates =
                                        Optional.of(new ToolRates(Optional.empty(), Optional.of(new Rate(60, 1))))),
                        Leaves.resource("test://closed", Leaves.text("closed")).with(Optional.of(BOLT_ALONE)));
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.empty(),
                Optional.empty());
        var digests = Map.of(ApiKeyDigests.digest(ACME), "acme", ApiKeyDigests.digest(BOLT), "bolt");
        return new Catalog(
                open.revision(),
                open.server().with(draft -> {
                    draft.auth = auth;
                    draft.audit = Optional.of(new AuditSettings(false));
                }),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, new ApiKeyDigests(digests).write())));
    }

    private enum Spoken {
        LEGACY,
        MODERN;

        HttpResponse<String> post(TestEndpoint endpoint, String key, ModernRequest request)
                throws IOException, InterruptedException {
            return switch (this) {
                case LEGACY ->
                    endpoint.post(
                            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":{%s%s}}"
                                    .formatted(
                                            request.method(),
                                            request.params().isEmpty() ? "" : request.params() + ",",
                                            "\"_meta\":{" + request.meta() + "}"),
                            "X-API-Key",
                            key);
                case MODERN -> request.post(endpoint, "X-API-Key", key);
            };
        }

        Wire listen(TestEndpoint endpoint, String key) throws IOException, InterruptedException {
            return switch (this) {
                case LEGACY ->
                    new Wire(endpoint).listen(endpoint.initialize("2025-11-25", "X-API-Key", key), "X-API-Key: " + key);
                case MODERN ->
                    ModernRequest.of("subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}")
                            .on(new Wire(endpoint), "X-API-Key", key);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void unknownCredentialsAreRefused(Spoken era) throws Exception {
        assertThat(era.post(endpoint, "forged", ModernRequest.of("tools/list")).statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @EnumSource
    void listsHaveTheDefinitionsOfTheCaller(Spoken era) throws Exception {
        assertThat(era.post(endpoint, ACME, ModernRequest.of("tools/list")).body())
                .contains("orders")
                .doesNotContain("hidden");
        assertThat(era.post(endpoint, BOLT, ModernRequest.of("tools/list")).body())
                .contains("orders", "hidden");
    }

    @ParameterizedTest
    @EnumSource
    void forbiddenDefinitionIsAnsweredAsUnknown(Spoken era) throws Exception {
        var hidden = era.post(endpoint, ACME, ModernRequest.call("hidden", "{}"));
        var unknown = era.post(endpoint, ACME, ModernRequest.call("none", "{}"));

        assertThat(hidden.statusCode()).isEqualTo(unknown.statusCode());
        assertThat(hidden.body().replace("hidden", "none")).isEqualTo(unknown.body());
        assertThat(era.post(endpoint, ACME, ModernRequest.read("test://closed")).body())
                .contains("Resource not found");
        assertThat(records())
                .extracting(it -> it.at("/outcome").asString())
                .containsExactly("denied", "unknown", "denied");
        assertThat(era.post(endpoint, BOLT, ModernRequest.call("hidden", "{}")).body())
                .contains("\"content\"");
    }

    @ParameterizedTest
    @EnumSource
    void callsBeyondTheRateLimitAreRefused(Spoken era) throws Exception {
        era.post(endpoint, ACME, ModernRequest.call("rare", "{}"));
        var refused = era.post(endpoint, ACME, ModernRequest.execute("rare", "{}"));

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(Leaves.json(refused.body()).at("/error/code").intValue())
                .isEqualTo(era == Spoken.MODERN ? 429 : -32000);
        assertThat(records().getLast().at("/outcome").asString()).isEqualTo("rate-limited");
    }

    @ParameterizedTest
    @EnumSource
    void callsLeaveARecord(Spoken era) throws Exception {
        era.post(
                endpoint,
                ACME,
                ModernRequest.call("orders", "{}")
                        .withMeta("\"traceparent\":\"00-" + TRACE + "-b7ad6b7169203331-01\""));

        var left = records().getFirst();
        assertThat(left.at("/method").asString()).isEqualTo("tools/call");
        assertThat(left.at("/name").asString()).isEqualTo("orders");
        assertThat(left.at("/subject").asString()).isEqualTo("acme");
        assertThat(left.at("/outcome").asString()).isEqualTo("completed");
        assertThat(left.at("/traceId").asString()).isEqualTo(TRACE);
        assertThat(endpoint.ran()).containsExactly(Outcome.Ended.COMPLETED);
    }

    /** A caller may have as many streams as are left for all others. */
    @ParameterizedTest
    @EnumSource
    void callerLeavesStreamsForOthers(Spoken era) throws Exception {
        var three = guarded(new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 256, 3));
        endpoint.catalogs().swap(three);
        try (var first = era.listen(endpoint, ACME)) {
            assertThat(first.status()).isEqualTo(200);
            try (var second = era.listen(endpoint, ACME)) {
                assertThat(second.status()).isEqualTo(200);
                try (var third = era.listen(endpoint, ACME);
                        var other = era.listen(endpoint, BOLT)) {
                    assertThat(third.status()).isEqualTo(503);
                    assertThat(other.status()).isEqualTo(200);
                    endpoint.catalogs()
                            .swap(new Catalog(three.revision(), three.server(), three.leaves(), ValueSet.empty()));
                }
            }
        }
        TestEndpoint.await("all streams are gone", () -> endpoint.streams().open() == 0);
        endpoint.catalogs().swap(three);
        try (var again = era.listen(endpoint, ACME)) {
            assertThat(again.status()).as("its permits are released").isEqualTo(200);
        }
    }

    /** A cache between a client and the server must not give to one caller what was made for another. */
    @Test
    void resultsOfAuthenticatedServersArePrivate() throws Exception {
        for (var request : List.of(
                ModernRequest.of("server/discover"),
                ModernRequest.of("tools/list"),
                ModernRequest.of("resources/list"))) {
            assertThat(request.answer(endpoint, "X-API-Key", BOLT)
                            .at("/result/cacheScope")
                            .stringValue())
                    .isEqualTo("private");
        }
    }

    @Test
    void resourcesThatTheCallerMayNotReadAreNotAcknowledged() throws Exception {
        var listen = ModernRequest.of(
                "subscriptions/listen", "\"notifications\":{\"resourceSubscriptions\":[\"test://closed\"]}");
        for (var key : List.of(ACME, BOLT)) {
            try (var wire = listen.on(new Wire(endpoint), "X-API-Key", key)) {
                var acknowledged = Leaves.json(wire.lineBeginning("data: ").substring(6));

                assertThat(acknowledged.at("/params/notifications/resourceSubscriptions"))
                        .hasSize(key.equals(BOLT) ? 1 : 0);
            }
        }
    }

    /** Its client is authenticated again when it reconnects. */
    @Test
    void changedAuthenticationEndsListeners() throws Exception {
        var listen = ModernRequest.of("subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
        try (var wire = listen.on(new Wire(endpoint), "X-API-Key", ACME)) {
            wire.lineBeginning("data: ");
            var changed = guarded();
            endpoint.catalogs()
                    .swap(new Catalog(changed.revision(), changed.server(), changed.leaves(), ValueSet.empty()));

            assertThat(Leaves.json(wire.lineBeginning("data: ").substring(6)).has("result"))
                    .isTrue();
        }
    }

    private List<JsonNode> records() {
        return endpoint.audit().lines().map(Leaves::json).toList();
    }
}
