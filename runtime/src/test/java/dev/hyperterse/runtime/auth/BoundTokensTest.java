package dev.hyperterse.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.Credentials;
import dev.hyperterse.runtime.auth.caller.TokenCache;
import dev.hyperterse.runtime.auth.script.PluginScripts;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens that are bound to a key, and proofs of possession of it (RFC 9449). */
class BoundTokensTest {
    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final Authentications authentications = new Authentications(
            now::get,
            new PluginScripts(ScriptLinker.none(), deadlines, new BufferBudget(1)),
            new TokenCache(now::get, 8 << 20, new MetricRegistry()),
            8 << 20);
    private final ECKey holder = Issuer.key("holder");
    private String token;
    private String scopes = "scope";

    BoundTokensTest() throws Exception {}

    @BeforeEach
    void issue() throws Exception {
        token = Proofs.token(issuer, holder);
    }

    @Test
    void holderOfTheKeyPasses() throws Exception {
        assertThat(authenticate("DPoP " + token, proof())).isInstanceOf(AuthenticationResult.Passed.class);
        assertThat(authenticate("dpop " + token, proof())).isInstanceOf(AuthenticationResult.Passed.class);
    }

    @Test
    void boundTokenWithoutAProofIsRefused() throws Exception {
        refused("DPoP " + token);
        refused("Bearer " + token);
        refused("Bearer " + token, proof());
        refused("DPoP " + token, proof(), proof());
        refused("DPoP " + token, "");
        refused("DPoP " + token, "x".repeat(9_000));
    }

    /** A cached token needs a proof like a new one. */
    @Test
    void knownTokenNeedsAProofEachTime() throws Exception {
        assertThat(authenticate("DPoP " + token, proof())).isInstanceOf(AuthenticationResult.Passed.class);

        refused("DPoP " + token);
        refused("Bearer " + token);
        assertThat(authenticate("DPoP " + token, proof())).isInstanceOf(AuthenticationResult.Passed.class);
    }

    /** What must not pass, each made from a proof that does. */
    enum Forgery {
        OF_ANOTHER_METHOD(claims -> claims.claim("htm", "GET")),
        OF_A_METHOD_IN_LOWER_CASE(claims -> claims.claim("htm", "post")),
        WITHOUT_A_METHOD(claims -> claims.claim("htm", null)),
        FOR_ANOTHER_HOST(claims -> claims.claim("htu", "https://other.example.com/mcp")),
        FOR_ANOTHER_PATH(claims -> claims.claim("htu", "https://shop.example.com/mcp/")),
        FOR_ANOTHER_SCHEME(claims -> claims.claim("htu", "http://shop.example.com/mcp")),
        FOR_NO_ADDRESS(claims -> claims.claim("htu", null)),
        WITH_A_USER(claims -> claims.claim("htu", "https://a@shop.example.com/mcp")),
        OF_A_NUMBER_AS_ADDRESS(claims -> claims.claim("htu", 1)),
        TOO_OLD(claims -> claims.issueTime(Date.from(Instant.now().minusSeconds(90)))),
        OF_THE_FUTURE(claims -> claims.issueTime(Date.from(Instant.now().plusSeconds(90)))),
        WITHOUT_A_TIME(claims -> claims.issueTime(null)),
        WITHOUT_AN_ID(claims -> claims.jwtID(null)),
        WITH_AN_EMPTY_ID(claims -> claims.jwtID("")),
        WITH_A_LONG_ID(claims -> claims.jwtID("x".repeat(300))),
        OF_ANOTHER_TOKEN(claims -> claims.claim("ath", "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")),
        OF_NO_TOKEN(claims -> claims.claim("ath", null));

        private final UnaryOperator<JWTClaimsSet.Builder> change;

        Forgery(UnaryOperator<JWTClaimsSet.Builder> change) {
            this.change = change;
        }
    }

    @ParameterizedTest
    @EnumSource
    void invalidProofIsRefused(Forgery forgery) throws Exception {
        refused("DPoP " + token, proof(header(), forgery.change.apply(claims()).build(), holder));
    }

    @Test
    void otherSpellingsOfAProofAreRefused() throws Exception {
        refused("DPoP " + token, proof() + "=");
        refused("DPoP " + token, proof() + "~");
        refused("DPoP " + token, proof().replaceFirst("\\.", "=."));
        var header = header().toString().replaceFirst("\\{", "{\"crit\":[],");
        refused("DPoP " + token, Issuer.signed(header, claims().build().toString(), holder));
    }

    @Test
    void proofOfAnotherKeyIsRefused() throws Exception {
        var other = Issuer.key("other");
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(other.toPublicJWK())
                .build();

        refused("DPoP " + token, proof(header, claims().build(), other));
        refused("DPoP " + token, proof(header(), claims().build(), other));
    }

    @Test
    void proofOfAnotherTypeOrWithoutAKeyIsRefused() throws Exception {
        for (var type : new String[] {"JWT", "at+jwt", "dpop"}) {
            var header = new JWSHeader.Builder(header())
                    .type(new JOSEObjectType(type))
                    .build();
            refused("DPoP " + token, proof(header, claims().build(), holder));
        }
        var nameless = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .keyID("holder")
                .build();
        refused("DPoP " + token, proof(nameless, claims().build(), holder));
    }

    @Test
    void proofWithoutSignatureOrOfASharedSecretIsRefused() throws Exception {
        refused("DPoP " + token, new PlainJWT(claims().build()).serialize());
        var shared = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256)
                        .type(new JOSEObjectType("dpop+jwt"))
                        .jwk(holder.toPublicJWK())
                        .build(),
                claims().build());
        shared.sign(new MACSigner(holder.toPublicJWK().toJSONString()));
        refused("DPoP " + token, shared.serialize());
    }

    @Test
    void modifiedProofIsRefused() throws Exception {
        var parts = proof().split("\\.");

        refused("DPoP " + token, parts[0] + "." + parts[1] + "." + "A".repeat(parts[2].length()));
        refused("DPoP " + token, parts[0] + "." + parts[1] + ".");
    }

    @Test
    void proofIsAcceptedOnce() throws Exception {
        var proof = proof();

        assertThat(authenticate("DPoP " + token, proof)).isInstanceOf(AuthenticationResult.Passed.class);
        refused("DPoP " + token, proof);
    }

    /** The plugin of the first evaluation has used the proof. */
    @Test
    void evaluationOfTheSameRequestIsRepeatedWithOneProof() throws Exception {
        var proof = proof();
        assertThat(authenticate(credentials("", "DPoP " + token, proof)))
                .isInstanceOf(AuthenticationResult.Passed.class);

        assertThat(authenticate(credentials("sso", "DPoP " + token, proof)))
                .isInstanceOf(AuthenticationResult.Passed.class);
    }

    /** A caller that passed by a key before a swap has not used its proof yet. */
    @Test
    void requestAuthenticatedByAnotherPluginUsesItsProof() throws Exception {
        var proof = proof();
        assertThat(authenticate(credentials("partners", "DPoP " + token, proof)))
                .isInstanceOf(AuthenticationResult.Passed.class);

        assertThat(authenticate(credentials("partners", "DPoP " + token, proof)))
                .isInstanceOf(AuthenticationResult.Refused.class);
    }

    @Test
    void proofIsAcceptedOnceAcrossPluginChanges() throws Exception {
        var proof = proof();
        assertThat(authenticate("DPoP " + token, proof)).isInstanceOf(AuthenticationResult.Passed.class);
        scopes = "another";

        refused("DPoP " + token, proof);
        assertThat(authenticate("DPoP " + token, proof())).isInstanceOf(AuthenticationResult.Passed.class);
    }

    @Test
    void proofRefusedForAnotherReasonStaysUnused() throws Exception {
        var claims = claims().build();
        refused(
                "DPoP " + token,
                proof(
                        header(),
                        new JWTClaimsSet.Builder(claims).claim("htm", "PUT").build(),
                        holder));

        assertThat(authenticate("DPoP " + token, proof(header(), claims, holder)))
                .isInstanceOf(AuthenticationResult.Passed.class);
    }

    @ParameterizedTest
    @CsvSource({
        "HTTPS://SHOP.example.com:443/mcp",
        "https://shop.example.com/mcp?a=b",
        "https://shop.example.com/mcp#a",
        "https://shop.example.com/./mcp"
    })
    void equivalentSpellingsOfTheUrlAreAccepted(String url) throws Exception {
        assertThat(authenticate(
                        "DPoP " + token,
                        proof(header(), claims().claim("htu", url).build(), holder)))
                .isInstanceOf(AuthenticationResult.Passed.class);
    }

    @Test
    void unboundTokenIsRefusedAsDpop() throws Exception {
        refused("DPoP " + issuer.token(), proof());
        assertThat(authenticate("Bearer " + issuer.token(), proof())).isInstanceOf(AuthenticationResult.Passed.class);
    }

    @Test
    void tokenWithAnotherConfirmationMethodIsRefused() throws Exception {
        for (var cnf : List.of(
                Map.of("x5t#S256", "bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2"),
                Map.of("jkt", holder.computeThumbprint().toString(), "x5t#S256", "x"),
                Map.of("jkt", 1),
                Map.of())) {
            token = Issuer.signed(issuer.claims().claim("cnf", cnf).build(), issuer.key());
            refused("DPoP " + token, proof());
            refused("Bearer " + token);
        }
    }

    @Test
    void challengeNamesTheAlgorithms() {
        var outcome = authentications
                .of(settings(), ValueSet.empty())
                .orElseThrow()
                .authenticate(credentials("", "DPoP " + token));

        assertThat(outcome.challenges())
                .singleElement()
                .asString()
                .startsWith("DPoP error=\"invalid_dpop_proof\", algs=\"ES256 ")
                .contains("resource_metadata=\"https://shop.example.com/.well-known/oauth-protected-resource/mcp\"");
    }

    /** A proof would not help. */
    @Test
    void challengeOfATokenThatIsBoundInAnotherWayAsksForAnotherToken() throws Exception {
        token = Issuer.signed(
                issuer.claims().claim("cnf", Map.of("x5t#S256", "x")).build(), issuer.key());

        assertThat(authentications
                        .of(settings(), ValueSet.empty())
                        .orElseThrow()
                        .authenticate(credentials("", "Bearer " + token))
                        .challenges())
                .singleElement()
                .asString()
                .startsWith("Bearer error=\"invalid_token\"");
    }

    private String proof() throws Exception {
        return proof(header(), claims().build(), holder);
    }

    private JWSHeader header() {
        return Proofs.header(holder);
    }

    private JWTClaimsSet.Builder claims() throws Exception {
        return Proofs.claims(token, now.get());
    }

    /** Clients make the proof for the whole URL that they call. */
    @ParameterizedTest
    @CsvSource({
        "/acme, https://shop.example.com/mcp/acme, true",
        "/acme, https://shop.example.com/mcp/bolt, false",
        "/acme, https://shop.example.com/mcp, false",
        "/acme/eu, https://shop.example.com/mcp/acme/eu, true",
        "'', https://shop.example.com/mcp/acme, false",
    })
    void proofCoversTheUrlWithItsSegments(String behind, String address, boolean passes) throws Exception {
        var proof = proof(header(), claims().claim("htu", address).build(), holder);

        assertThat(
                        authenticate(behind(behind, credentials("", "DPoP " + token, proof)))
                                instanceof AuthenticationResult.Passed)
                .isEqualTo(passes);
    }

    private static Credentials behind(String segments, Credentials credentials) {
        return new Credentials() {
            @Override
            public List<String> header(String name) {
                return credentials.header(name);
            }

            @Override
            public String method() {
                return credentials.method();
            }

            @Override
            public String behindEndpoint() {
                return segments;
            }
        };
    }

    private static String proof(JWSHeader header, JWTClaimsSet claims, ECKey key) throws Exception {
        return Proofs.signed(header, claims, key);
    }

    private void refused(String authorization, String... proofs) {
        assertThat(authenticate(authorization, proofs)).isInstanceOf(AuthenticationResult.Refused.class);
    }

    private AuthenticationResult authenticate(String authorization, String... proofs) {
        return authenticate(credentials("", authorization, proofs));
    }

    private AuthenticationResult authenticate(Credentials credentials) {
        return authentications
                .of(settings(), ValueSet.empty())
                .orElseThrow()
                .authenticate(credentials)
                .result();
    }

    private AuthSettings settings() {
        return new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.Tokens(
                        "sso",
                        issuer.url(),
                        List.of(Issuer.RESOURCE),
                        Optional.empty(),
                        scopes,
                        Optional.empty(),
                        Optional.empty())),
                Optional.of(Issuer.RESOURCE),
                Optional.empty());
    }

    private static Credentials credentials(String passed, String authorization, String... proofs) {
        return new Credentials() {
            @Override
            public List<String> header(String name) {
                return switch (name) {
                    case "Authorization" -> List.of(authorization);
                    case "DPoP" -> List.of(proofs);
                    default -> List.of();
                };
            }

            @Override
            public String method() {
                return "POST";
            }

            @Override
            public boolean passedBefore(String plugin) {
                return plugin.equals(passed);
            }
        };
    }
}
