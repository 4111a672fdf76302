package dev.hyperterse.runtime.auth.caller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.runtime.auth.Issuer;
import dev.hyperterse.runtime.auth.token.TokenClaims;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class PluginTokensTest {
    private static final String TOKEN = "eyJhbGciOiJFUzI1NiJ9." + "x".repeat(400) + ".c2lnbmF0dXJl";
    private static final Instant BEGIN = Instant.parse("2026-11-23T08:00:00Z");

    private static final long SHARE_OF_THE_DEFAULT_HEAP = (224L << 20) / 8;

    private Instant now = BEGIN;
    private final MetricRegistry metrics = new MetricRegistry();
    private final TokenCache memory = memory(8 << 20, metrics);
    private final PluginTokens known = new PluginTokens(memory);

    @Test
    void onlyTheWholeTokenIsFound() {
        var ann = passed("ann", 3_600);
        known.keep(TOKEN, ann);

        assertThat(known.find(TOKEN)).contains(ann);
        for (var at = 0; at < TOKEN.length(); at++) {
            var other = TOKEN.substring(0, at) + (char) (TOKEN.charAt(at) ^ 1) + TOKEN.substring(at + 1);
            assertThat(known.find(other)).isEmpty();
            assertThat(known.find(TOKEN.substring(0, at))).isEmpty();
        }
        assertThat(known.find(TOKEN + " ")).isEmpty();
    }

    @Test
    void tokenIsFoundUntilItExpiresOrMustBeVerifiedAgain() {
        known.keep(TOKEN, passed("ann", 60));
        known.keep("long", passed("bob", 86_400));

        now = BEGIN.plusSeconds(59);
        assertThat(known.find(TOKEN)).isPresent();
        now = BEGIN.plusSeconds(60);
        assertThat(known.find(TOKEN)).isEmpty();
        assertThat(known.find("long")).isPresent();
        now = BEGIN.plus(Duration.ofMinutes(5));
        assertThat(known.find("long")).isEmpty();
    }

    @Test
    void noTokenIsFoundAfterTheKeysOfItsIssuerChanged() {
        known.keep(TOKEN, passed("ann", 3_600));

        known.forgetAll();

        assertThat(known.find(TOKEN)).isEmpty();
    }

    @Test
    void wholeDigestIsCompared() throws Exception {
        var digest = TokenDigest.of("schlüssel");

        assertThat("%016x%016x%016x%016x".formatted(digest.first(), digest.second(), digest.third(), digest.fourth()))
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256")
                                .digest("schlüssel".getBytes(StandardCharsets.UTF_8))));
        assertThat(digest)
                .isNotEqualTo(new TokenDigest(digest.first(), digest.second(), digest.third(), digest.fourth() ^ 1))
                .isNotEqualTo(
                        new TokenDigest(digest.first() ^ 1L << 63, digest.second(), digest.third(), digest.fourth()));
    }

    @Test
    void pluginsDoNotShareKnownTokens() {
        known.keep(TOKEN, passed("ann", 3_600));

        assertThat(new PluginTokens(memory).find(TOKEN)).isEmpty();
    }

    /** A pod has 224 MiB of heap by default. */
    @Test
    void replicaOfTheDefaultSizeKnowsThousandsOfCallersWithLongTokens() {
        var replica = new PluginTokens(memory(SHARE_OF_THE_DEFAULT_HEAP, new MetricRegistry()));
        for (var caller = 0; caller < 5_000; caller++) {
            replica.keep("token " + caller, ofTwoKilobytes(caller));
        }

        assertThat(IntStream.range(0, 5_000)
                        .filter(caller -> replica.find("token " + caller).isPresent()))
                .hasSize(5_000);
    }

    @Test
    void callersBeyondTheMemoryLimitAreForgotten() {
        for (var caller = 0; caller < 50_000; caller++) {
            known.keep("token " + caller, ofTwoKilobytes(caller % 100));
        }

        assertThat(metrics.exposition()).contains("hyperterse_known_credentials_limit_bytes 8388608");
        assertThat(IntStream.range(0, 50_000)
                        .filter(caller -> known.find("token " + caller).isPresent())
                        .count())
                .isBetween(1_000L, 3_000L);
    }

    /** What was measured: 28,824 bytes, and 32,122 without compact headers of objects. */
    @Test
    void manyShortClaimsWeighMoreThanAFewLongOnes() {
        var groups = IntStream.range(0, 400).mapToObj("r%d"::formatted).toList();
        var short400 = claims(Map.of("sub", "ann", "groups", groups));
        var one = claims(Map.of("sub", "ann", "groups", String.join("", groups)));

        assertThat(CallerWeight.of(short400)).isBetween(28_000, 34_000);
        assertThat(CallerWeight.of(one)).isBetween(1_000, 3_000);
    }

    @Test
    void groupsThatAreNoClaimsCountAsWell() {
        var groups = IntStream.range(0, 250).mapToObj("%0100d"::formatted).collect(Collectors.toSet());

        assertThat(CallerWeight.of(ofScript(groups, Map.of()))).isBetween(40_000, 45_000);
        var claims = Map.<String, JsonNode>of("about", StringNode.valueOf("x".repeat(40_000)));
        assertThat(CallerWeight.of(ofScript(groups, claims))).isBetween(80_000, 90_000);
    }

    private static Principal ofScript(Set<String> groups, Map<String, JsonNode> claims) {
        return new Principal(Optional.of("opaque"), Optional.of("ann"), Set.of(), groups, claims);
    }

    @Test
    void recognisedAndVerifiedCredentialsAreCounted() {
        known.keep(TOKEN, passed("ann", 3_600));
        known.find(TOKEN);
        known.find(TOKEN);
        known.find("another");

        assertThat(metrics.exposition())
                .contains("hyperterse_credentials_total{outcome=\"recognised\"} 2")
                .contains("hyperterse_credentials_total{outcome=\"verified\"} 1")
                .contains("hyperterse_known_credentials 1");
    }

    private TokenCache memory(long mostBytes, MetricRegistry counted) {
        return new TokenCache(() -> now, () -> Duration.between(BEGIN, now).toNanos(), mostBytes, counted);
    }

    /** As Keycloak's with forty roles. */
    private static AuthenticationResult.Passed ofTwoKilobytes(int caller) {
        var roles = IntStream.range(0, 40)
                .mapToObj("role-of-the-shop-%d"::formatted)
                .toList();
        return new AuthenticationResult.Passed(
                claims(Map.of(
                        "iss",
                        "https://login.example.com/realms/shop",
                        "sub",
                        "caller-" + caller,
                        "aud",
                        Issuer.RESOURCE,
                        "scope",
                        "orders:read orders:write",
                        "email",
                        "ann@example.com",
                        "exp",
                        1_764_000_000L,
                        "realm_access",
                        Map.of("roles", roles))),
                Optional.of(BEGIN.plusSeconds(3_600)));
    }

    private static Principal claims(Map<String, Object> claims) {
        var settings = new AuthPlugin.Tokens(
                "sso",
                "https://login.example.com/realms/shop",
                List.of(Issuer.RESOURCE),
                Optional.empty(),
                "scope",
                Optional.empty(),
                Optional.empty());
        return new TokenClaims(settings)
                .principal(JsonMapper.shared().writeValueAsBytes(claims))
                .orElseThrow();
    }

    private static AuthenticationResult.Passed passed(String subject, long seconds) {
        return new AuthenticationResult.Passed(
                Principal.named("sso", subject), Optional.of(BEGIN.plusSeconds(seconds)));
    }
}
