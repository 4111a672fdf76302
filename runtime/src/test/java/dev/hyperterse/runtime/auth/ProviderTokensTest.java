package dev.hyperterse.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.TokenCache;
import dev.hyperterse.runtime.auth.script.PluginScripts;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tokens in the form of the providers of {@code docs/guide/identity-providers.md}, with the settings that it shows. */
class ProviderTokensTest {
    private static final String API = "55555555-6666-7777-8888-999999999999";
    private static final List<String> SERVER = List.of(Issuer.RESOURCE);

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private final Authentications authentications = new Authentications(
            InstantSource.system(),
            new PluginScripts(ScriptLinker.none(), deadlines, new BufferBudget(1)),
            new TokenCache(InstantSource.system(), 8 << 20, new MetricRegistry()),
            8 << 20);

    ProviderTokensTest() throws Exception {}

    @Test
    void entraNamesTheRegistrationOfTheApiAndShortScopes() throws Exception {
        var token = claims().audience(API)
                .claim("scp", "orders.read orders.refund")
                .claim("roles", List.of("Support"))
                .claim("oid", "a-person")
                .claim("ver", "2.0");

        var ann = passed(token, List.of(API), Optional.of("roles"));
        assertThat(ann.scopes()).containsExactlyInAnyOrder("orders.read", "orders.refund");
        assertThat(ann.groups()).containsExactly("Support");
        refused(claims().audience("api://" + API).claim("ver", "1.0"), List.of(API));
    }

    @Test
    void oktaListsScopesAndGroups() throws Exception {
        var token = claims().claim("scp", List.of("orders.read", "openid"))
                .claim("groups", List.of("support"))
                .claim("cid", "0oa1");

        var ann = passed(token, SERVER, Optional.empty());
        assertThat(ann.scopes()).containsExactlyInAnyOrder("orders.read", "openid");
        assertThat(ann.groups()).containsExactly("support");
    }

    @Test
    void cognitoNamesTheResourceThatTheClientAskedFor() throws Exception {
        var token = claims().claim("scope", "https://shop.example.com/mcp/orders.read")
                .claim("token_use", "access")
                .claim("cognito:groups", List.of("support"));

        var ann = passed(token, SERVER, Optional.of("cognito:groups"));
        assertThat(ann.scopes()).containsExactly("https://shop.example.com/mcp/orders.read");
        assertThat(ann.groups()).containsExactly("support");
        refused(token.audience((String) null), SERVER);
        refused(claims().audience("id-of-the-client").claim("token_use", "id"), SERVER);
    }

    @Test
    void keycloakHasRealmRolesAndAnAudienceByItsMapper() throws Exception {
        var token = claims().audience(List.of("account", Issuer.RESOURCE))
                .claim("typ", "Bearer")
                .claim("scope", "profile orders:read")
                .claim("realm_access", Map.of("roles", List.of("support", "offline_access")));

        var ann = passed(token, SERVER, Optional.of("realm_access.roles"));
        assertThat(ann.scopes()).containsExactlyInAnyOrder("profile", "orders:read");
        assertThat(ann.groups()).containsExactlyInAnyOrder("support", "offline_access");
        refused(token.audience("account"), SERVER);
    }

    @Test
    void assertionOfEnterpriseManagedAuthorizationIsRefusedAsAccessToken() throws Exception {
        var result = authenticate(signed(issuer.claims(), "oauth-id-jag+jwt"), SERVER, Optional.empty());

        assertThat(result).isInstanceOf(AuthenticationResult.Refused.class);
    }

    private JWTClaimsSet.Builder claims() {
        return issuer.claims().claim("scope", null);
    }

    private String signed(JWTClaimsSet.Builder claims, String type) throws Exception {
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .keyID(issuer.key().getKeyID())
                .type(new JOSEObjectType(type))
                .build();
        return Issuer.signed(header, claims.build(), issuer.key());
    }

    private Principal passed(JWTClaimsSet.Builder claims, List<String> audiences, Optional<String> groups)
            throws Exception {
        var result = authenticate(signed(claims, "JWT"), audiences, groups);
        assertThat(result).isInstanceOf(AuthenticationResult.Passed.class);
        return ((AuthenticationResult.Passed) result).principal();
    }

    private void refused(JWTClaimsSet.Builder claims, List<String> audiences) throws Exception {
        assertThat(authenticate(signed(claims, "JWT"), audiences, Optional.empty()))
                .isInstanceOf(AuthenticationResult.Refused.class);
    }

    private AuthenticationResult authenticate(String token, List<String> audiences, Optional<String> groups) {
        var plugin = new AuthPlugin.Tokens(
                "sso", issuer.url(), audiences, Optional.empty(), "scope", groups, Optional.empty());
        var settings = new AuthSettings(
                AuthSettings.Mode.Required, List.of(plugin), Optional.of(Issuer.RESOURCE), Optional.empty());
        return authentications
                .of(settings, ValueSet.empty())
                .orElseThrow()
                .authenticate(name -> name.equals("Authorization") ? List.of("Bearer " + token) : List.of())
                .result();
    }
}
