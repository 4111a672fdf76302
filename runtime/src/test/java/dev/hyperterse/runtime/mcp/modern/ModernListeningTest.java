package dev.hyperterse.runtime.mcp.modern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.decision.FakeDecisionPoint;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.telemetry.logging.CapturedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Isolated("one test looks at all that this process logs")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class ModernListeningTest {
    private static final String SUBSCRIPTION = "/params/_meta/io.modelcontextprotocol~1subscriptionId";
    private static final String ALL =
            "\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":true";

    private final Servers server = Servers.searching().with(new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 256, 2));
    private final TestEndpoint endpoint = new TestEndpoint(
            server.catalog(1, Leaves.tool("a", "one"), Leaves.resource("test://a", Leaves.text("1"))),
            KeyRing.random(),
            new StreamTimings(Duration.ofMillis(1), Duration.ZERO, 1_000, Duration.ofMillis(200), TestEndpoint.LONG));

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Test
    void subscriptionIsAcknowledgedFirst() throws Exception {
        try (var wire = listen(ALL + ",\"resourceSubscriptions\":[\"test://none\",\"test://a\"],\"other\":true")) {
            var acknowledged = message(wire);

            assertThat(acknowledged.get("method").stringValue()).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(acknowledged.at(SUBSCRIPTION).intValue()).isEqualTo(7);
            assertThat(acknowledged.at("/params/notifications"))
                    .isEqualTo(Leaves.json("{" + ALL + ",\"resourceSubscriptions\":[\"test://a\"]}"));
        }
    }

    @Test
    void listenersAreNotifiedOfTheirSubscriptions() throws Exception {
        try (var tools = listen("\"toolsListChanged\":true");
                var resources = listen("\"toolsListChanged\":false,\"resourceSubscriptions\":[\"test://a\"]")) {
            message(tools);
            message(resources);
            swap(2, "two", "2");

            var changed = message(tools);
            assertThat(changed.get("method").stringValue()).isEqualTo("notifications/tools/list_changed");
            assertThat(changed.at(SUBSCRIPTION).intValue()).isEqualTo(7);
            var updated = message(resources);
            assertThat(updated.get("method").stringValue()).isEqualTo("notifications/resources/updated");
            assertThat(updated.at("/params/uri").stringValue()).isEqualTo("test://a");
            assertThat(updated.at(SUBSCRIPTION).intValue()).isEqualTo(7);
        }
    }

    @Test
    void changeIsNotifiedAgainOnConvergence() throws Exception {
        try (var wire = listen("\"toolsListChanged\":true")) {
            message(wire);
            swap(2, "two", "1");
            message(wire);
            endpoint.streams().converged("epoch.2");

            assertThat(message(wire).get("method").stringValue()).isEqualTo("notifications/tools/list_changed");
        }
    }

    /** Its client may read the resource from a replica that does not serve the change yet. */
    @Test
    void changeBeforeASubscriptionIsNotifiedOnConvergence() throws Exception {
        swap(2, "one", "2");
        try (var wire = listen("\"resourceSubscriptions\":[\"test://a\"]")) {
            message(wire);
            endpoint.streams().converged("epoch.2");

            assertThat(message(wire).at("/params/uri").stringValue()).isEqualTo("test://a");
        }
    }

    /** The decision about a resource lasts long enough for a swap, of which nothing would tell its client. */
    @Test
    void listenerThatASwapOvertookHasToListenAgain() throws Exception {
        try (var point = new FakeDecisionPoint()) {
            endpoint.catalogs().swap(decided(2, "one", point));
            point.answers(_ -> {
                endpoint.catalogs().swap(decided(3, "two", point));
                return FakeDecisionPoint.ALLOW;
            });
            try (var wire = listen("\"toolsListChanged\":true,\"resourceSubscriptions\":[\"test://a\"]")) {
                assertThat(message(wire).at("/params/notifications/resourceSubscriptions"))
                        .hasSize(1);
                endpoint.catalogs().swap(decided(4, "three", point));

                assertThat(message(wire).at("/result/resultType").asString("")).isEqualTo("complete");
            }
        }
    }

    @Test
    void updateByAScriptReachesSubscribers() throws Exception {
        try (var wire = listen("\"resourceSubscriptions\":[\"test://a\"]")) {
            message(wire);
            assertThat(endpoint.streams().updated("shop", "test://a")).isTrue();

            assertThat(message(wire).at("/params/uri").stringValue()).isEqualTo("test://a");
        }
    }

    @Test
    void drainingEndsAStreamWithItsResult() throws Exception {
        try (var wire = listen("\"toolsListChanged\":true")) {
            message(wire);
            endpoint.endpoint().drain(Duration.ofSeconds(1));

            var result = message(wire);
            assertThat(result.get("id").intValue()).isEqualTo(7);
            assertThat(result.at("/result/resultType").stringValue()).isEqualTo("complete");
            assertThat(result.at("/result/_meta/io.modelcontextprotocol~1subscriptionId")
                            .intValue())
                    .isEqualTo(7);
            assertThat(result.at("/result/_meta/io.modelcontextprotocol~1serverInfo/name")
                            .stringValue())
                    .isEqualTo("shop");
            wire.rest();
            assertThat(ModernRequest.of("subscriptions/listen", "\"notifications\":{}")
                            .post(endpoint, "Accept", TestEndpoint.EVENTS)
                            .statusCode())
                    .isEqualTo(503);
        }
    }

    /** Each stream has its own connection in both eras. */
    @Test
    void streamsOfBothErasAreCountedTogether() throws Exception {
        try (var modern = listen("\"toolsListChanged\":true");
                var legacy = new Wire(endpoint).listen(endpoint.initialize("2025-11-25"))) {
            message(modern);
            legacy.lineBeginning("id:");
            var refused = ModernRequest.of("subscriptions/listen", "\"notifications\":{}")
                    .post(endpoint, "Accept", TestEndpoint.EVENTS);

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(Leaves.json(refused.body()).at("/error/code").intValue()).isEqualTo(503);
        }
    }

    @Test
    void streamHoldsNoMemoryOfItsRequest() throws Exception {
        try (var wire = listen("\"toolsListChanged\":true")) {
            message(wire);

            endpoint.awaitNothingHeld();
        }
        TestEndpoint.await("the stream is forgotten", () -> endpoint.streams().open() == 0);
    }

    @Test
    void idleStreamsSendKeepAlives() throws Exception {
        try (var wire = listen("")) {
            message(wire);

            assertThat(wire.lineBeginning(":")).isEqualTo(":");
        }
    }

    /** Clients come and go: a line with its stack for each of them would fill the log. */
    @Test
    void disconnectedListenersAreNotLogged() {
        var log = CapturedLog.during(() -> {
            for (int client = 0; client < 5; client++) {
                listenAndDisconnect();
            }
        });

        assertThat(log).isEmpty();
    }

    private void listenAndDisconnect() {
        try (var modern = listen("\"toolsListChanged\":true");
                var legacy = new Wire(endpoint).listen(endpoint.initialize("2025-11-25"))) {
            message(modern);
            legacy.lineBeginning("id:");
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
        try {
            TestEndpoint.await("both are forgotten", () -> endpoint.streams().open() == 0);
        } catch (InterruptedException ended) {
            throw new AssertionError(ended);
        }
    }

    @Test
    void clientThatAcceptsNoEventStreamIsRefused() throws Exception {
        var refused =
                ModernRequest.of("subscriptions/listen", "\"notifications\":{}").post(endpoint);

        assertThat(refused.statusCode()).isEqualTo(406);
        assertThat(Leaves.json(refused.body()).at("/error/code").intValue()).isEqualTo(-32600);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"notifications\":[]",
                "\"notifications\":{\"toolsListChanged\":\"true\"}",
                "\"notifications\":{\"toolsListChanged\":1}",
                "\"notifications\":{\"resourceSubscriptions\":{}}",
                "\"notifications\":{\"resourceSubscriptions\":[7]}"
            })
    void malformedFilterIsRefused(String params) throws Exception {
        var refused = ModernRequest.of("subscriptions/listen", params).answer(endpoint, "Accept", TestEndpoint.EVENTS);

        assertThat(refused.at("/error/code").intValue()).isEqualTo(-32602);
        assertThat(endpoint.streams().open()).isZero();
    }

    @Test
    void subscriptionsBeyondTheLimitAreNotAcknowledged() throws Exception {
        endpoint.catalogs()
                .swap(server.catalog(
                        2,
                        Leaves.template(
                                Leaves.uriTemplate("test://", "{id}"),
                                List.of(Leaves.argument("id", true)),
                                Leaves.text("any"))));
        var uris = IntStream.range(0, 1_200)
                .mapToObj(number -> "\"test://" + number + "\"")
                .collect(Collectors.toList());
        uris.addFirst("\"test://" + "x".repeat(2_100) + "\"");
        try (var wire = listen("\"resourceSubscriptions\":[" + String.join(",", uris) + "]")) {
            // A message of that size is a chunk of its own.
            var acknowledged = Leaves.json(wire.lineBeginning("{")).at("/params/notifications/resourceSubscriptions");

            assertThat(acknowledged).hasSize(1_000);
            assertThat(acknowledged.get(0).stringValue()).isEqualTo("test://0");
        }
    }

    private Wire listen(String filter) throws IOException {
        var wire = ModernRequest.of("subscriptions/listen", "\"notifications\":{" + filter + "}")
                .on(new Wire(endpoint));
        assertThat(wire.status()).isEqualTo(200);
        return wire;
    }

    /** An open server whose resource is decided about. */
    private Catalog decided(long sequence, String description, FakeDecisionPoint point) {
        var open = server.catalog(
                sequence,
                Leaves.tool("a", description),
                Leaves.resource("test://a", Leaves.text("1"))
                        .with(Optional.of(AccessPolicy.of(List.of()).decidedAtTheCall())));
        return new Catalog(
                open.revision(),
                open.server()
                        .with(draft -> draft.auth = AuthSettings.of(AuthSettings.Mode.Anonymous)
                                .decidedBy(point.settings(DecisionSettings.Failure.Closed))),
                open.leaves(),
                new ValueSet("decided", Map.of(ValueKey.decision("key"), FakeDecisionPoint.KEY)));
    }

    private static JsonNode message(Wire wire) throws IOException {
        return Leaves.json(wire.lineBeginning("data: ").substring("data: ".length()));
    }

    private void swap(long sequence, String description, String text) {
        endpoint.catalogs()
                .swap(server.catalog(
                        sequence, Leaves.tool("a", description), Leaves.resource("test://a", Leaves.text(text))));
    }
}
