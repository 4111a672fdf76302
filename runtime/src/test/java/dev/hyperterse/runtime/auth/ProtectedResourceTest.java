package dev.hyperterse.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProtectedResourceTest {
    @Test
    void scopesOfThePolicyAreAnnounced() {
        assertThat(document("shop", List.of())).contains("\"scopes_supported\":[\"shop\"]");
    }

    @Test
    void announcedScopesReplaceThoseOfThePolicy() {
        assertThat(document("shop", List.of("orders:read", "orders:refund")))
                .contains("\"scopes_supported\":[\"orders:read\",\"orders:refund\"]");
    }

    private static String document(String required, List<String> announced) {
        var tokens = new AuthPlugin.Tokens(
                "sso",
                "https://login.example.com",
                List.of("https://shop.example.com/mcp"),
                Optional.empty(),
                "scope",
                Optional.empty(),
                Optional.empty());
        var policy = new AccessPolicy(Optional.empty(), Set.of(required), Set.of(), Set.of(), Map.of());
        var settings = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(tokens),
                Optional.of("https://shop.example.com/mcp"),
                Optional.of(policy),
                List.of(),
                Optional.empty(),
                announced);
        return new String(
                ProtectedResource.at(
                                "/.well-known/oauth-protected-resource",
                                "/mcp",
                                _ -> Optional.empty(),
                                settings,
                                List.of())
                        .orElseThrow(),
                StandardCharsets.UTF_8);
    }
}
