package dev.hyperterse.runtime.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which callers must authenticate again, so that their streams end. */
class AuthenticationChangeTest {
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final ValueKey AUTHORITY = ValueKey.auth("sso", "ca");
    private static final AuthPlugin PARTNERS = new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS);
    private static final AuthPlugin SSO = sso("https://shop.example.com/mcp");
    private static final Principal ACME = Principal.named("partners", "acme");
    private static final Principal BOLT = Principal.named("partners", "bolt");
    private static final Principal ANN = Principal.named("sso", "ann");

    @Test
    void revokedKeyConcernsItsPrincipalOnly() {
        var change = change(
                required(PARTNERS, SSO), keys(Map.of("1", "acme", "2", "acme", "3", "bolt")),
                required(PARTNERS, SSO), keys(Map.of("2", "acme", "3", "bolt")));

        assertThat(change.concerns(ACME)).isTrue();
        assertThat(change.concerns(BOLT)).isFalse();
        assertThat(change.concerns(ANN)).isFalse();
    }

    @Test
    void addedKeyConcernsNoCaller() {
        var change = change(
                required(PARTNERS, SSO), keys(Map.of("1", "acme")),
                required(PARTNERS, SSO), keys(Map.of("1", "acme", "2", "acme", "3", "bolt")));

        assertThat(List.of(ACME, BOLT, ANN)).noneMatch(change::concerns);
    }

    @Test
    void reassignedKeyConcernsItsFormerPrincipal() {
        var change = change(
                required(PARTNERS), keys(Map.of("1", "acme")),
                required(PARTNERS), keys(Map.of("1", "bolt")));

        assertThat(change.concerns(ACME)).isTrue();
    }

    @Test
    void removedKeysConcernAllPrincipals() {
        var change = change(required(PARTNERS), keys(Map.of("1", "acme")), required(PARTNERS), ValueSet.empty());

        assertThat(change.concerns(ACME)).isTrue();
    }

    @Test
    void changedOrRemovedPluginConcernsItsCallers() {
        var before = keys(Map.of("1", "acme"));
        var otherwise =
                change(required(PARTNERS, SSO), before, required(PARTNERS, sso("https://other.example.com")), before);
        var gone = change(required(PARTNERS, SSO), before, required(PARTNERS), before);
        var open = change(required(PARTNERS, SSO), before, AuthSettings.of(AuthSettings.Mode.Open), before);

        assertThat(List.of(otherwise, gone)).allMatch(change -> change.concerns(ANN));
        assertThat(List.of(otherwise, gone)).noneMatch(change -> change.concerns(ACME));
        assertThat(List.of(ANN, ACME)).allMatch(open::concerns);
    }

    @Test
    void changedAuthorityOfTheIssuerConcernsItsCallers() {
        var change = change(
                required(SSO), new ValueSet("v", Map.of(AUTHORITY, "one")),
                required(SSO), new ValueSet("w", Map.of(AUTHORITY, "two")));

        assertThat(change.concerns(ANN)).isTrue();
    }

    @Test
    void changedResourceConcernsAllCallers() {
        var change = change(
                required(PARTNERS, SSO),
                ValueSet.empty(),
                new AuthSettings(
                        AuthSettings.Mode.Required,
                        List.of(PARTNERS, SSO),
                        Optional.of("https://new.example.com/mcp"),
                        Optional.empty()),
                ValueSet.empty());

        assertThat(List.of(ACME, ANN)).allMatch(change::concerns);
    }

    @Test
    void policyConcernsCallersThatItDoesNotAdmit() {
        var policy = new AccessPolicy(Optional.empty(), Set.of(), Set.of(), Set.of("acme"), Map.of());
        var before = keys(Map.of("1", "acme", "2", "bolt"));
        var change = change(
                required(PARTNERS),
                before,
                new AuthSettings(AuthSettings.Mode.Required, List.of(PARTNERS), Optional.empty(), Optional.of(policy)),
                before);

        assertThat(change.concerns(BOLT)).isTrue();
        assertThat(change.concerns(ACME)).isFalse();
    }

    @Test
    void anonymousCallersAreConcernedOnlyIfTheyNoLongerPass() {
        var open = AuthSettings.of(AuthSettings.Mode.Anonymous);
        var none = ValueSet.empty();
        var all = required(SSO, new AuthPlugin.AllowAll());

        assertThat(change(open, none, required(SSO), none).concerns(Principal.ANONYMOUS))
                .isTrue();
        assertThat(change(open, none, all, none).concerns(Principal.ANONYMOUS)).isFalse();
        assertThat(change(all, none, required(SSO), none).concerns(Principal.ANONYMOUS))
                .isTrue();
    }

    private static AuthenticationChange change(
            AuthSettings then, ValueSet valuesThen, AuthSettings now, ValueSet valuesNow) {
        return new AuthenticationChange(then, valuesThen, now, valuesNow, Set.of());
    }

    private static AuthSettings required(AuthPlugin... plugins) {
        return new AuthSettings(AuthSettings.Mode.Required, List.of(plugins), Optional.empty(), Optional.empty());
    }

    private static ValueSet keys(Map<String, String> principals) {
        return new ValueSet("v", Map.of(KEYS, new ApiKeyDigests(principals).write()));
    }

    private static AuthPlugin sso(String audience) {
        return new AuthPlugin.Tokens(
                "sso",
                "https://login.example.com",
                List.of(audience),
                Optional.empty(),
                "scope",
                Optional.empty(),
                Optional.of(AUTHORITY));
    }
}
