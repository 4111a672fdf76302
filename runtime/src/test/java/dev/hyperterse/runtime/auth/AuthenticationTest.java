package dev.hyperterse.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.ECKey;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that requires a key or a token, over HTTP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class AuthenticationTest {
    private static final String KEY = "acme-0123456789abcdef";
    private static final String OTHER_KEY = "bolt-0123456789abcdef";
    private static final String NEW_KEY = "acme-fedcba9876543210";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String WHOAMI = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"execute\",\"arguments\":{\"tool\":\"whoami\",\"inputs\":{}}}}";
    private static final String METADATA = "https://shop.example.com/.well-known/oauth-protected-resource/mcp";

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(guarded(1, Map.of(KEY, "acme", OTHER_KEY, "bolt")));

    AuthenticationTest() throws Exception {}

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "DELETE", "PUT"})
    void everyMethodIsRefusedWithoutCredentials(String method) throws Exception {
        var refused = endpoint.client()
                .send(
                        endpoint.request("Content-Type", "application/json")
                                .method(method, BodyPublishers.ofString(PING))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("Unauthorized: credentials are missing");
        assertThat(refused.headers().allValues("WWW-Authenticate"))
                .containsExactly("Bearer resource_metadata=\"" + METADATA + "\"", "ApiKey header=\"X-API-Key\"");
        assertThat(refused.headers().firstValue("Access-Control-Expose-Headers"))
                .hasValueSatisfying(exposed -> assertThat(exposed).contains("WWW-Authenticate"));
        assertThat(endpoint.refused()).containsExactly(new AuthenticationResult.Missing());
    }

    @Test
    void keyOfThePrincipalPasses() throws Exception {
        assertThat(endpoint.post(PING, "X-API-Key", KEY).statusCode()).isEqualTo(200);
        assertThat(endpoint.post(PING, "x-api-key", OTHER_KEY).statusCode()).isEqualTo(200);
    }

    @Test
    void tokenOfTheIssuerPasses() throws Exception {
        assertThat(endpoint.post(PING, "Authorization", "Bearer " + issuer.token())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void boundTokenPassesForItsHolder() throws Exception {
        var holder = Issuer.key("holder");
        var token = "DPoP " + Proofs.token(issuer, holder);
        var proof = Proofs.proof(holder, token.substring(5), "POST");

        assertThat(endpoint.post(PING, "Authorization", token, "DPoP", proof).statusCode())
                .isEqualTo(200);
        var again = endpoint.post(PING, "Authorization", token, "DPoP", proof);
        var ofGet =
                endpoint.post(PING, "Authorization", token, "DPoP", Proofs.proof(holder, token.substring(5), "GET"));

        assertThat(again.statusCode()).isEqualTo(401);
        assertThat(again.body()).contains("the proof was already used");
        assertThat(again.headers().allValues("WWW-Authenticate"))
                .anyMatch(challenge -> challenge.startsWith("DPoP error=\"invalid_dpop_proof\""));
        assertThat(ofGet.body()).contains("the proof was made for another method");
    }

    /** The order of the list makes no difference. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keyDecidesBesideAToken(boolean tokensFirst) throws Exception {
        endpoint.catalogs().swap(guarded(2, "X-API-Key", Map.of(KEY, "acme"), "Says who calls", tokensFirst));
        var token = "Bearer " + issuer.token();
        assertThat(endpoint.post(WHOAMI, "Authorization", token).body()).contains("ann");

        var wrongKey = endpoint.post(WHOAMI, "Authorization", token, "X-API-Key", "none-of-this-server");
        assertThat(wrongKey.statusCode()).isEqualTo(401);
        assertThat(wrongKey.body()).contains("the key in X-API-Key is none of this server");
        var wrongToken = endpoint.post(WHOAMI, "Authorization", token + "x", "X-API-Key", KEY);
        assertThat(wrongToken.statusCode()).isEqualTo(200);
        assertThat(wrongToken.body()).contains("acme");
        assertThat(endpoint.post(WHOAMI, "Authorization", token, "X-API-Key", KEY)
                        .body())
                .contains("acme");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "acme-0123456789abcde", "ACME-0123456789ABCDEF", "acme-0123456789abcdef0"})
    void wrongKeyIsRefused(String key) throws Exception {
        var refused = endpoint.post(PING, "X-API-Key", key);

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("Unauthorized").doesNotContain("acme");
    }

    @Test
    void twoKeysAreRefusedEvenIfOneIsValid() throws Exception {
        var refused = endpoint.client()
                .send(
                        endpoint.request("Content-Type", "application/json", "X-API-Key", KEY, "X-API-Key", "other")
                                .POST(BodyPublishers.ofString(PING))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(refused.statusCode()).isEqualTo(401);
    }

    @Test
    void invalidTokenIsChallenged() throws Exception {
        var refused = endpoint.post(PING, "Authorization", "Bearer " + issuer.token() + "x");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().allValues("WWW-Authenticate"))
                .contains("Bearer error=\"invalid_token\", resource_metadata=\"" + METADATA + "\"");
    }

    @Test
    void tokenInTheQueryIsIgnored() throws Exception {
        var refused = endpoint.client()
                .send(
                        HttpRequest.newBuilder(endpoint.uri("/mcp?access_token=" + issuer.token()))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(PING))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(refused.statusCode()).isEqualTo(401);
    }

    /** A client keeps its token on 503; on 401 it would discard it, and its user would have to sign in again. */
    @Test
    void unreachableIssuerIsAnswered503() throws Exception {
        issuer.answers(500);

        var refused = endpoint.post(PING, "Authorization", "Bearer " + issuer.token());

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.headers().allValues("WWW-Authenticate")).isEmpty();
        assertThat(endpoint.post(PING, "X-API-Key", KEY).statusCode())
                .as("keys need no issuer")
                .isEqualTo(200);
    }

    /** The body is announced and never sent. */
    @Test
    void requestWithoutCredentialsIsRefusedBeforeItsBodyIsRead() throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send("""
                    POST /mcp HTTP/1.1
                    Host: localhost
                    Content-Type: application/json
                    Content-Length: 1000000""");

            assertThat(wire.status()).isEqualTo(401);
        }
        assertThat(endpoint.budget().used()).isZero();
    }

    @Test
    void everyRequestOfAConnectionIsAuthenticated() throws Exception {
        try (var wire = new Wire(endpoint)) {
            var head = """
                    POST /mcp HTTP/1.1
                    Host: localhost
                    Content-Type: application/json
                    Content-Length: %d
                    """.formatted(PING.length());
            wire.send(head + "X-API-Key: " + KEY, PING.getBytes());
            assertThat(wire.status()).isEqualTo(200);
            wire.answerClosesConnection();
            wire.send(head, PING.getBytes());

            assertThat(wire.status()).isEqualTo(401);
        }
    }

    @Test
    void sessionBelongsToItsPrincipal() throws Exception {
        var session = initialize("X-API-Key", KEY);

        assertThat(endpoint.post(PING, "X-API-Key", KEY, "Mcp-Session-Id", session)
                        .statusCode())
                .isEqualTo(200);
        assertThat(endpoint.post(PING, "X-API-Key", OTHER_KEY, "Mcp-Session-Id", session)
                        .statusCode())
                .isEqualTo(404);
    }

    /** The names of principals and the subjects of an issuer are names of two different lists. */
    @Test
    void subjectOfAnIssuerIsNotThePrincipalOfThatName() throws Exception {
        var session = initialize("X-API-Key", KEY);
        var namesake = Issuer.signed(issuer.claims().subject("acme").build(), key());

        assertThat(endpoint.post(PING, "Authorization", "Bearer " + namesake, "Mcp-Session-Id", session)
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void callHasItsPrincipal() throws Exception {
        var answer = endpoint.call(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"whoami\",\"inputs\":{}}}",
                "X-API-Key",
                KEY);

        assertThat(answer.at("/result/content/0/text").stringValue()).isEqualTo("[\"acme\"]");
    }

    @Test
    void preflightAllowsTheHeadersOfCredentials() throws Exception {
        endpoint.catalogs().swap(guarded(2, "X-Partner-Key", Map.of(KEY, "acme")));

        var answer = endpoint.client()
                .send(
                        endpoint.request("Origin", "https://page.example.com")
                                .method("OPTIONS", BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Headers"))
                .hasValueSatisfying(allowed -> assertThat(allowed).contains("Authorization", "X-Partner-Key"));
    }

    @Test
    void preflightNamesEachHeaderOnce() throws Exception {
        var answer = endpoint.client()
                .send(
                        endpoint.request("Origin", "https://page.example.com")
                                .method("OPTIONS", BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());

        var names = answer.headers().firstValue("Access-Control-Allow-Headers").orElseThrow();
        assertThat(List.of(names.toLowerCase(Locale.ROOT).split(", ")))
                .doesNotHaveDuplicates()
                .contains("x-api-key", "authorization", "dpop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"})
    void clientsFindTheIssuerWithoutCredentials(String path) throws Exception {
        var answer = get(path);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo(
                        "{\"resource\":\"%s\",\"authorization_servers\":[\"%s\"],\"bearer_methods_supported\":[\"header\"],\"dpop_signing_alg_values_supported\":[\"ES256\",\"ES384\",\"ES512\",\"PS256\",\"PS384\",\"PS512\",\"RS256\",\"RS384\",\"RS512\"]}"
                                .formatted(Issuer.RESOURCE, issuer.url()));
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
    }

    @Test
    void serverWithoutAnIssuerPublishesNoMetadata() throws Exception {
        endpoint.catalogs().swap(Servers.searching().catalog(2));

        assertThat(get("/.well-known/oauth-protected-resource").statusCode()).isEqualTo(404);
        assertThat(endpoint.post(PING).statusCode())
                .as("the server requires no credentials")
                .isEqualTo(200);
    }

    @Test
    void heartbeatNeedsNoCredentials() throws Exception {
        assertThat(get("/heartbeat").statusCode()).isEqualTo(200);
    }

    @Test
    void keyReplacementRefusesNoCall() throws Exception {
        endpoint.catalogs().swap(guarded(2, Map.of(KEY, "acme", NEW_KEY, "acme")));
        assertThat(endpoint.post(PING, "X-API-Key", KEY).statusCode()).isEqualTo(200);
        assertThat(endpoint.post(PING, "X-API-Key", NEW_KEY).statusCode()).isEqualTo(200);

        endpoint.catalogs().swap(guarded(3, Map.of(NEW_KEY, "acme")));
        assertThat(endpoint.post(PING, "X-API-Key", KEY).statusCode()).isEqualTo(401);
        assertThat(endpoint.post(PING, "X-API-Key", NEW_KEY).statusCode()).isEqualTo(200);
    }

    /** Otherwise a body that is sent slowly would keep a key in force. */
    @Test
    void keyRevokedWhileABodyArrivesDoesNotPass() throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send("""
                    POST /mcp HTTP/1.1
                    Host: localhost
                    Content-Type: application/json
                    X-API-Key: %s
                    Content-Length: %d""".formatted(KEY, PING.length()), PING.substring(0, 5).getBytes());
            endpoint.awaitSomethingHeld();

            endpoint.catalogs().swap(guarded(2, Map.of(OTHER_KEY, "bolt")));
            wire.sendMore(PING.substring(5).getBytes());

            assertThat(wire.status()).isEqualTo(401);
        }
    }

    @Test
    void streamEndsWhenItsKeyIsRevoked() throws Exception {
        var session = initialize("X-API-Key", KEY);
        try (var wire = new Wire(endpoint).listen(session, "X-API-Key: " + KEY)) {
            assertThat(wire.status()).isEqualTo(200);

            endpoint.catalogs().swap(guarded(2, Map.of(OTHER_KEY, "bolt")));

            wire.rest();
        }
        TestEndpoint.await("the stream is gone", () -> endpoint.streams().open() == 0);
    }

    /** All clients of a server would otherwise read all of its lists in one moment, whenever a partner gets a key. */
    @Test
    void streamSurvivesTheRevocationOfAnotherKey() throws Exception {
        endpoint.catalogs().swap(guarded(2, Map.of(KEY, "acme", OTHER_KEY, "bolt")));
        var acme = initialize("X-API-Key", KEY);
        var bolt = initialize("X-API-Key", OTHER_KEY);
        try (var gone = new Wire(endpoint).listen(acme, "X-API-Key: " + KEY);
                var left = new Wire(endpoint).listen(bolt, "X-API-Key: " + OTHER_KEY)) {
            assertThat(gone.status()).isEqualTo(200);
            assertThat(left.status()).isEqualTo(200);

            endpoint.catalogs().swap(guarded(3, Map.of(OTHER_KEY, "bolt")));
            gone.rest();
            endpoint.catalogs().swap(guarded(4, "X-API-Key", Map.of(OTHER_KEY, "bolt"), "Says it otherwise"));

            assertThat(left.lineBeginning("data: {")).contains("list_changed");
        }
    }

    @Test
    void streamEndsWithItsToken() throws Exception {
        var token = issuer.token();
        var session = initialize("Authorization", "Bearer " + token);
        try (var wire = new Wire(endpoint).listen(session, "Authorization: Bearer " + token)) {
            assertThat(wire.status()).isEqualTo(200);
            endpoint.ageCredentials(Duration.ofHours(1));

            wire.rest();
        }
        TestEndpoint.await("the stream is gone", () -> endpoint.streams().open() == 0);
    }

    private ECKey key() throws Exception {
        var key = Issuer.key("mine");
        issuer.publishes(key);
        return key;
    }

    private String initialize(String... credentials) throws Exception {
        return endpoint.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}",
                        credentials)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return endpoint.client().send(HttpRequest.newBuilder(endpoint.uri(path)).build(), BodyHandlers.ofString());
    }

    private Catalog guarded(long sequence, Map<String, String> keys) {
        return guarded(sequence, "X-API-Key", keys);
    }

    private Catalog guarded(long sequence, String header, Map<String, String> keys) {
        return guarded(sequence, header, keys, "Says who calls");
    }

    private Catalog guarded(long sequence, String header, Map<String, String> keys, String description) {
        return guarded(sequence, header, keys, description, false);
    }

    private Catalog guarded(
            long sequence, String header, Map<String, String> keys, String description, boolean tokensFirst) {
        var open = Servers.searching().catalog(sequence, Leaves.tool("whoami", description));
        var server = open.server();
        var digests = new HashMap<String, String>();
        keys.forEach((key, principal) -> digests.put(ApiKeyDigests.digest(key), principal));
        var partners = new AuthPlugin.ApiKeys("partners", header, KEYS);
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                tokensFirst ? List.of(issuer.plugin(), partners) : List.of(partners, issuer.plugin()),
                Optional.of(Issuer.RESOURCE),
                Optional.empty());
        return new Catalog(
                open.revision(),
                server.with(draft -> draft.auth = auth),
                open.leaves(),
                new ValueSet("v" + sequence, Map.of(KEYS, new ApiKeyDigests(digests).write())));
    }
}
