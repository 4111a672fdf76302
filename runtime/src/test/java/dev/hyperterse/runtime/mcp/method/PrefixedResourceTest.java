package dev.hyperterse.runtime.mcp.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.runtime.auth.Issuer;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Servers;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server behind a gateway that rewrites the path: the public address is its identity, wherever requests arrive. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class PrefixedResourceTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final Pattern METADATA = Pattern.compile("resource_metadata=\"([^\"]+)\"");

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(guarded("https://shop.example.com/mcp"));

    PrefixedResourceTest() throws Exception {}

    @ParameterizedTest
    @CsvSource({
        "https://tools.example.com/team-a/mcp, https://tools.example.com/.well-known/oauth-protected-resource/team-a/mcp",
        "https://tools.example.com:8443/a/b/, https://tools.example.com:8443/.well-known/oauth-protected-resource/a/b/",
        "https://tools.example.com, https://tools.example.com/.well-known/oauth-protected-resource",
        "https://tools.example.com/, https://tools.example.com/.well-known/oauth-protected-resource",
    })
    void metadataIsFoundAtThePublicAddress(String resource, String metadata) throws Exception {
        endpoint.catalogs().swap(guarded(resource));

        var refused = endpoint.post(PING);
        var named = METADATA.matcher(
                refused.headers().firstValue("WWW-Authenticate").orElseThrow());
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(named.find()).isTrue();
        assertThat(named.group(1)).isEqualTo(metadata);

        var document = get(URI.create(metadata).getRawPath());
        assertThat(document.statusCode()).isEqualTo(200);
        assertThat(document.body()).contains("\"resource\":\"" + resource + "\"", issuer.url());
    }

    @Test
    void tokenForThePublicAddressPassesAndOneForTheEndpointDoesNot() throws Exception {
        endpoint.catalogs().swap(guarded("https://shop.example.com/team-a/mcp"));
        var key = Issuer.key("mine");
        issuer.publishes(key);
        var prefixed =
                issuer.claims().audience("https://shop.example.com/team-a/mcp").build();

        assertThat(post(Issuer.signed(prefixed, key)).statusCode()).isEqualTo(200);
        assertThat(post(Issuer.signed(issuer.claims().build(), key)).statusCode())
                .isEqualTo(401);
    }

    @Test
    void metadataOfAnotherServerOfTheHostIsNotFound() throws Exception {
        endpoint.catalogs().swap(guarded("https://tools.example.com/team-a/mcp"));

        assertThat(get("/.well-known/oauth-protected-resource/team-b/mcp").statusCode())
                .isEqualTo(404);
    }

    private HttpResponse<String> post(String token) throws Exception {
        return endpoint.post(PING, "Authorization", "Bearer " + token);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return endpoint.client().send(HttpRequest.newBuilder(endpoint.uri(path)).build(), BodyHandlers.ofString());
    }

    private Catalog guarded(String resource) {
        var open = Servers.searching().catalog(1);
        var tokens = new AuthPlugin.Tokens(
                "sso", issuer.url(), List.of(resource), Optional.empty(), "scope", Optional.empty(), Optional.empty());
        var auth =
                new AuthSettings(AuthSettings.Mode.Required, List.of(tokens), Optional.of(resource), Optional.empty());
        return new Catalog(
                open.revision(), open.server().with(draft -> draft.auth = auth), open.leaves(), open.values());
    }
}
