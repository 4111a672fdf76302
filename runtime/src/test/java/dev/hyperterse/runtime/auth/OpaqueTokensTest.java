package dev.hyperterse.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Servers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server whose script looks tokens up at an authorization server, which clients discover (RFC 9728). */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class OpaqueTokensTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";
    private static final String LOGIN = "https://login.example.com/realms/shop";
    private static final String RESOURCE = "https://shop.example.com/mcp";
    private static final String NAMED = "resource_metadata=\"https://shop.example.com" + WELL_KNOWN + "/mcp\"";
    private static final AccessPolicy READERS =
            new AccessPolicy(Optional.empty(), Set.of("orders:read"), Set.of(), Set.of(), Map.of());

    private static final ScriptedPlugin LOOKUP = ScriptedPlugin.of("""
            export default ({ headers }) => {
              const [scheme, token, scopes] = headers.authorization.split(' ');
              return token === 'bad' ? null : { subject: token, scopes };
            };""");

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(serving(Optional.of(READERS), lookup(LOGIN)));

    @Test
    void challengeNamesTheMetadataForClientsWithoutAToken() throws Exception {
        assertThat(challenges()).containsExactly("Bearer scope=\"orders:read\", " + NAMED);
    }

    @Test
    void refusedTokenIsChallengedAsInvalid() throws Exception {
        assertThat(challenges("Authorization", "Bearer bad"))
                .containsExactly("Bearer error=\"invalid_token\", scope=\"orders:read\", " + NAMED);
    }

    @Test
    void tokenWithoutAScopeIsChallengedWithTheScope() throws Exception {
        var refused = endpoint.post(PING, "Authorization", "Bearer ann other");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.headers().allValues("WWW-Authenticate"))
                .containsExactly("Bearer error=\"insufficient_scope\", scope=\"orders:read\", " + NAMED);
        assertThat(endpoint.post(PING, "Authorization", "Bearer ann orders:read")
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {WELL_KNOWN, WELL_KNOWN + "/mcp"})
    void metadataNamesTheServersAndNoProofAlgorithms(String path) throws Exception {
        assertThat(document(path)).isEqualTo(JsonMapper.shared().readTree("""
                {"resource": "%s", "authorization_servers": ["%s"], "bearer_methods_supported": ["header"],
                 "scopes_supported": ["orders:read"]}""".formatted(RESOURCE, LOGIN)));
    }

    @Test
    void serversOfAllPluginsAreNamedOnceInTheOrderOfTheirPlugins() throws Exception {
        var sso = new AuthPlugin.Tokens(
                "sso",
                "https://id.example.com",
                List.of(RESOURCE),
                Optional.empty(),
                "scope",
                Optional.empty(),
                Optional.empty());
        endpoint.catalogs()
                .swap(serving(
                        Optional.empty(),
                        lookup("https://first.example.com", "https://id.example.com"),
                        sso,
                        new AuthPlugin.AllowAll()));

        var document = document(WELL_KNOWN);
        assertThat(document.path("authorization_servers"))
                .extracting(JsonNode::asString)
                .containsExactly("https://first.example.com", "https://id.example.com");
        assertThat(document.has("dpop_signing_alg_values_supported")).isTrue();
        assertThat(challenges("Authorization", "Bearer bad"))
                .containsExactly("Bearer error=\"invalid_token\", " + NAMED);
    }

    @Test
    void serverWithoutAuthorizationServersPublishesNoMetadata() throws Exception {
        endpoint.catalogs().swap(serving(Optional.empty(), lookup()));
        assertThat(get(WELL_KNOWN).statusCode()).isEqualTo(404);
        assertThat(challenges()).containsExactly("Bearer realm=\"mcp\"");

        endpoint.catalogs()
                .swap(serving(
                        Optional.empty(),
                        new AuthPlugin.ApiKeys("partners", "X-API-Key", ValueKey.auth("partners", "keys"))));
        assertThat(get(WELL_KNOWN).statusCode()).isEqualTo(404);
        assertThat(challenges()).containsExactly("ApiKey header=\"X-API-Key\"");

        endpoint.catalogs().swap(serving(Optional.empty()));
        assertThat(get(WELL_KNOWN).statusCode()).isEqualTo(404);
        assertThat(endpoint.post(PING).statusCode()).isEqualTo(200);
    }

    private List<String> challenges(String... headers) throws Exception {
        var refused = endpoint.post(PING, headers);
        assertThat(refused.statusCode()).isEqualTo(401);
        return refused.headers().allValues("WWW-Authenticate");
    }

    private JsonNode document(String path) throws Exception {
        var document = get(path);
        assertThat(document.statusCode()).isEqualTo(200);
        return JsonMapper.shared().readTree(document.body());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return endpoint.client().send(HttpRequest.newBuilder(endpoint.uri(path)).build(), BodyHandlers.ofString());
    }

    private static AuthPlugin lookup(String... authorizationServers) {
        var script = (AuthPlugin.Script) LOOKUP.settings().required().getFirst();
        return new AuthPlugin.Script(
                script.name(),
                script.headers(),
                script.code(),
                script.environment(),
                script.fetch(),
                List.of(authorizationServers));
    }

    private static Catalog serving(Optional<AccessPolicy> policy, AuthPlugin... required) {
        var open = Servers.searching().catalog(1);
        var mode = required.length == 0 ? AuthSettings.Mode.Anonymous : AuthSettings.Mode.Required;
        var auth = new AuthSettings(mode, List.of(required), Optional.of(RESOURCE), policy);
        return new Catalog(
                open.revision(), open.server().with(draft -> draft.auth = auth), open.leaves(), LOOKUP.values());
    }
}
