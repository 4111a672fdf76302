package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What gateways in front of two replicas send, as their sources say (docs/reference/gateways.md). */
class BehindGatewaysTest {
    private static final String ACME = "acme-0123456789abcdef";
    private static final String BOLT = "bolt-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final String WHO_AM_I =
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"whoami\",\"arguments\":{}}}";

    private final KeyRing keys = KeyRing.random();

    @AutoClose
    private final TestEndpoint one = new TestEndpoint(guarded(), keys, StreamTimings.standard());

    @AutoClose
    private final TestEndpoint other = new TestEndpoint(guarded(), keys, StreamTimings.standard());

    /** The headers of a call in a session, beside those of the client. */
    private enum Gateway {
        AGENTGATEWAY("Accept", "text/event-stream, application/json", "Mcp-Method", "tools/call", "Mcp-Name", "whoami"),
        /** It names one version in all sessions. */
        ENVOY_AI_GATEWAY(
                "Accept",
                "text/event-stream, application/json",
                "Accept-Encoding",
                "gzip, br",
                "MCP-Protocol-Version",
                "2025-06-18",
                "Last-Event-Id",
                "7",
                "x-ai-eg-mcp-backend",
                "shop",
                "x-envoy-expected-rq-timeout-ms",
                "1800000"),
        KUADRANT("x-mcp-method", "tools/call", "x-mcp-toolname", "whoami", "x-mcp-servername", "gateways/shop"),
        TOOLHIVE(
                "X-Forwarded-For",
                "203.0.113.7",
                "X-Forwarded-Host",
                "tools.example.com",
                "X-Forwarded-Proto",
                "https");

        private final List<String> headers;

        Gateway(String... headers) {
            this.headers = List.of(headers);
        }

        String[] with(String... more) {
            var all = new ArrayList<>(headers);
            all.addAll(Arrays.asList(more));
            return all.toArray(String[]::new);
        }
    }

    private static Catalog guarded() {
        var open =
                Servers.searching().with(Exposure.SearchAndDirect).catalog(1, Leaves.tool("whoami", "Says who calls"));
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.empty(),
                Optional.empty());
        var digests = Map.of(ApiKeyDigests.digest(ACME), "acme", ApiKeyDigests.digest(BOLT), "bolt");
        return new Catalog(
                open.revision(),
                open.server().with(draft -> draft.auth = auth),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, new ApiKeyDigests(digests).write())));
    }

    @ParameterizedTest
    @EnumSource
    void sessionGoesOnAtAnyReplica(Gateway gateway) throws Exception {
        var session = one.initialize("2025-11-25", "X-API-Key", ACME);

        for (var replica : List.of(other, one, other)) {
            var answer = replica.post(WHO_AM_I, gateway.with("X-API-Key", ACME, "Mcp-Session-Id", session));

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains("acme");
        }
    }

    @ParameterizedTest
    @EnumSource
    void callersWhoShareConnectionsStayApart(Gateway gateway) throws Exception {
        for (var round = 0; round < 3; round++) {
            assertThat(one.post(WHO_AM_I, gateway.with("X-API-Key", ACME)).body())
                    .contains("acme");
            assertThat(one.post(WHO_AM_I, gateway.with("X-API-Key", BOLT)).body())
                    .contains("bolt");
        }
    }

    @ParameterizedTest
    @EnumSource
    void headersOfAGatewayNameNoCaller(Gateway gateway) throws Exception {
        var claims = gateway.with(
                "x-mcp-verified-sub",
                "acme",
                "X-Forwarded-User",
                "acme",
                "X-Forwarded-Email",
                "acme@example.com",
                "Forwarded",
                "for=127.0.0.1;host=localhost;proto=https");

        assertThat(one.post(WHO_AM_I, claims).statusCode()).isEqualTo(401);
    }

    @Test
    void sessionThatAGatewayBeganForItselfIsNotThatOfItsClients() throws Exception {
        var session = one.initialize("2025-11-25", "X-API-Key", BOLT);

        assertThat(one.post(WHO_AM_I, "X-API-Key", ACME, "Mcp-Session-Id", session)
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void gatewayThatRenamesToolsSaysTheSameNameInTheHeader() throws Exception {
        var renamed = ModernRequest.call("whoami", "{}");

        assertThat(renamed.answer(one, "X-API-Key", ACME).toString()).contains("acme");
        var differing = one.post(
                renamed.body(),
                "MCP-Protocol-Version",
                ModernRequest.VERSION,
                "Mcp-Method",
                "tools/call",
                "Mcp-Name",
                "shop_whoami",
                "X-API-Key",
                ACME);
        assertThat(differing.statusCode()).isEqualTo(400);
        assertThat(Leaves.json(differing.body()).at("/error/code").intValue()).isEqualTo(-32020);
    }

    @Test
    void requestThatAGatewaySendsTwiceRunsTwice() throws Exception {
        one.post(WHO_AM_I, "X-API-Key", ACME);
        one.post(WHO_AM_I, "X-API-Key", ACME);

        assertThat(one.ran()).hasSize(2);
    }
}
