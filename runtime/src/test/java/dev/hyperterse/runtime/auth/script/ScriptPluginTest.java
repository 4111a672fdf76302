package dev.hyperterse.runtime.auth.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.auth.ScriptedPlugin;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A server whose callers a script authenticates, over HTTP; in the shared engine and in an isolated one. */
@ParameterizedClass
@EnumSource(ScriptIsolation.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
@Order(1)
class ScriptPluginTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String KEY = "acme-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final AccessPolicy SUPPORT =
            new AccessPolicy(Optional.of("custom"), Set.of(), Set.of("support"), Set.of(), Map.of());

    private static final ScriptedPlugin SHARED = ScriptedPlugin.of("""
            export default ({ headers }, ctx) => {
              const [scheme, name, groups = '', millis = '60000'] = headers.authorization.split(' ');
              if (scheme === 'Broken') throw new Error('broken by ' + headers.authorization);
              if (scheme !== ctx.env.SCHEME) return null;
              return { subject: name, groups: groups ? [groups] : [], expires: Date.now() + Number(millis) };
            };""").reading("SCHEME", "Custom");

    private final ScriptedPlugin plugin;

    @AutoClose
    private final TestEndpoint endpoint;

    ScriptPluginTest(ScriptIsolation engine) {
        this.plugin = SHARED.in(engine);
        this.endpoint = new TestEndpoint(guarded(1, plugin));
    }

    @Test
    void scriptAdmitsCallersAndTheirGroupsDecideVisibility() throws Exception {
        assertThat(endpoint.post(PING, "Authorization", "Custom ann").statusCode())
                .isEqualTo(200);
        assertThat(endpoint.call("tools/list", "{}", "Authorization", "Custom ann")
                        .toString())
                .contains("list-orders")
                .doesNotContain("refund-orders");
        assertThat(endpoint.call("tools/list", "{}", "Authorization", "Custom bob support")
                        .toString())
                .contains("list-orders", "refund-orders");
    }

    @Test
    void refusalIsAnswered401AndFailure503() throws Exception {
        var missing = endpoint.post(PING);
        assertThat(missing.statusCode()).isEqualTo(401);
        assertThat(missing.headers().allValues("WWW-Authenticate"))
                .containsExactly("Bearer realm=\"mcp\"", "ApiKey header=\"X-API-Key\"");

        var refused = endpoint.post(PING, "Authorization", "Other secret-of-ann");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("the credentials are not accepted").doesNotContain("secret-of-ann");
        assertThat(refused.headers().allValues("WWW-Authenticate")).contains("Bearer error=\"invalid_token\"");

        var broken = endpoint.post(PING, "Authorization", "Broken secret-of-ann");
        assertThat(broken.statusCode()).isEqualTo(503);
        assertThat(broken.headers().firstValue("Retry-After")).isPresent();
        assertThat(broken.body())
                .contains("callers cannot be authenticated now")
                .doesNotContain("secret-of-ann", "broken");
        assertThat(endpoint.refused())
                .hasSize(3)
                .hasExactlyElementsOfTypes(
                        AuthenticationResult.Missing.class,
                        AuthenticationResult.Refused.class,
                        AuthenticationResult.Unknown.class);
    }

    @Test
    void keyDecidesBesideTheCredentialsOfTheScript() throws Exception {
        assertThat(endpoint.post(PING, "Authorization", "Broken ann", "X-API-Key", KEY)
                        .statusCode())
                .isEqualTo(200);
        assertThat(endpoint.post(PING, "Authorization", "Custom ann", "X-API-Key", "none-of-this-server")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void sessionBelongsToThePrincipalOfTheScript() throws Exception {
        var session = initialize("Custom acme");

        assertThat(endpoint.post(PING, "Authorization", "Custom acme support", "Mcp-Session-Id", session)
                        .statusCode())
                .isEqualTo(200);
        assertThat(endpoint.post(PING, "Authorization", "Custom bob", "Mcp-Session-Id", session)
                        .statusCode())
                .isEqualTo(404);
        // A key's principal of the same name is another caller.
        assertThat(endpoint.post(PING, "X-API-Key", KEY, "Mcp-Session-Id", session)
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void streamEndsWhenTheCallerExpires() throws Exception {
        var session = initialize("Custom ann");
        try (var wire = new Wire(endpoint).listen(session, "Authorization: Custom ann - 3000")) {
            assertThat(wire.status()).isEqualTo(200);

            wire.rest();
        }
        TestEndpoint.await("the stream is gone", () -> endpoint.streams().open() == 0);
    }

    @Test
    void listenerWithoutASessionEndsWhenTheCallerExpires() throws Exception {
        var listen = ModernRequest.of("subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
        try (var wire = listen.on(new Wire(endpoint), "Authorization", "Custom ann - 3000")) {
            assertThat(wire.status()).isEqualTo(200);

            assertThat(wire.rest())
                    .filteredOn(line -> line.startsWith("data: "))
                    .last()
                    .asString()
                    .contains("\"result\"");
        }
        TestEndpoint.await("the stream is gone", () -> endpoint.streams().open() == 0);
    }

    @Test
    void rotatedVariableAppliesWithItsCatalog() throws Exception {
        assertThat(decided("Custom ann")).isEqualTo(200);

        endpoint.catalogs().swap(guarded(2, plugin.reading("SCHEME", "Rotated")));

        assertThat(decided("Custom ann")).isEqualTo(401);
        assertThat(decided("Rotated ann")).isEqualTo(200);
    }

    /** Each link of a script starts an engine, within the five seconds of its first run: a busy machine takes longer. */
    private int decided(String authorization) throws Exception {
        int status;
        do {
            status = endpoint.post(PING, "Authorization", authorization).statusCode();
        } while (status == 503);
        return status;
    }

    @Test
    void preflightAllowsTheHeadersOfThePlugin() throws Exception {
        var preflight = endpoint.client()
                .send(
                        endpoint.request("Origin", "https://page.example", "Access-Control-Request-Method", "POST")
                                .method("OPTIONS", BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());

        assertThat(preflight.headers().firstValue("Access-Control-Allow-Headers"))
                .hasValueSatisfying(allowed ->
                        assertThat(allowed.toLowerCase(java.util.Locale.ROOT)).contains("authorization", "x-api-key"));
    }

    private String initialize(String authorization) throws Exception {
        return endpoint.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}",
                        "Authorization",
                        authorization)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static Catalog guarded(long sequence, ScriptedPlugin plugin) {
        var open = Servers.searching()
                .with(Exposure.Direct)
                .catalog(
                        sequence,
                        Leaves.tool("list-orders", "Lists orders"),
                        Leaves.tool("refund-orders", "Refunds").with(Optional.of(SUPPORT)));
        var server = open.server();
        var keys = new ApiKeyDigests(Map.of(ApiKeyDigests.digest(KEY), "acme")).write();
        var values = new HashMap<>(plugin.values().entries());
        values.put(KEYS, keys);
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                Stream.concat(
                                plugin.settings().required().stream(),
                                Stream.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)))
                        .toList(),
                Optional.empty(),
                Optional.empty());
        return new Catalog(
                open.revision(),
                server.with(draft -> draft.auth = auth),
                open.leaves(),
                new ValueSet("v" + sequence, values));
    }
}
