package dev.hyperterse.runtime.auth.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.auth.Authentications;
import dev.hyperterse.runtime.auth.Issuer;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.TokenCache;
import dev.hyperterse.runtime.auth.script.PluginScripts;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens of an issuer that is on this machine: what passes, and what an attacker or a broken issuer sends. */
class TokenAuthenticatorTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private final Authentications authentications = new Authentications(
            now::get,
            new PluginScripts(ScriptLinker.none(), deadlines, new BufferBudget(1)),
            new TokenCache(now::get, 8 << 20, new MetricRegistry()),
            8 << 20);

    TokenAuthenticatorTest() throws Exception {}

    @Test
    void tokenNamesThePrincipal() throws Exception {
        var principal = passed(issuer.token());

        assertThat(principal.subject()).contains("ann");
        assertThat(principal.scopes()).containsExactlyInAnyOrder("orders:read", "orders:write");
        assertThat(principal.claims().get("iss").stringValue()).isEqualTo(issuer.url());
    }

    @Test
    void tokenOfTypeAccessTokenPasses() throws Exception {
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .keyID(issuer.key().getKeyID())
                .type(new JOSEObjectType("at+jwt"))
                .build();

        assertThat(passed(Issuer.signed(header, issuer.claims().build(), issuer.key()))
                        .subject())
                .contains("ann");
    }

    /** What must not pass, each made from a token that does. */
    enum Forgery {
        EXPIRED {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.expirationTime(Date.from(Instant.now().minusSeconds(61)));
            }
        },
        NOT_YET_VALID {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.notBeforeTime(Date.from(Instant.now().plusSeconds(120)));
            }
        },
        WITHOUT_AN_END {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.expirationTime(null);
            }
        },
        FOR_ANOTHER_SERVER {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.audience(List.of("https://other.example.com/mcp", Issuer.RESOURCE + "/"));
            }
        },
        FOR_NO_SERVER {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.audience((String) null);
            }
        },
        OF_ANOTHER_ISSUER {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.issuer("https://login.example.com");
            }
        },
        OF_A_LONGER_ISSUER {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.issuer(claims.build().getIssuer() + "/");
            }
        },
        WITHOUT_A_SUBJECT {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.subject(null);
            }
        },
        WITH_A_BLANK_SUBJECT {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.subject(" ");
            }
        },
        /** As the identity of ann at the URL of a toolset is written. */
        WITH_CONTROL_CHARACTERS_IN_ITS_SUBJECT {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.subject(String.join("\0", "ann", "toolset", "sales"));
            }
        },
        BOUND_TO_A_KEY {
            @Override
            JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims) {
                return claims.claim("cnf", Map.of("jkt", "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"));
            }
        };

        abstract JWTClaimsSet.Builder change(JWTClaimsSet.Builder claims);
    }

    @ParameterizedTest
    @EnumSource
    void tokenWithInvalidClaimsIsRefused(Forgery forgery) throws Exception {
        passed(issuer.token());

        refused(Issuer.signed(forgery.change(issuer.claims()).build(), issuer.key()));
    }

    private static final String EVERY_CLAIM =
            "'iss':'ISSUER','aud':'" + Issuer.RESOURCE + "','sub':'ann','exp':NOW+300,'nbf':NOW";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'sub':'ann'  | 'more':1           | the token has no subject (sub)
            'sub':'ann'  | 'sub':' '          | the token has no subject (sub)
            'sub':'ann'  | 'sub':'a\\u0000b' | the subject of the token (sub) has control characters
            'sub':'ann'  | 'sub':7            | the claims of the token cannot be read
            'exp':NOW+300| 'more':1           | the token has no expiry (exp)
            'exp':NOW+300| 'exp':'never'      | the claims of the token cannot be read
            'exp':NOW+300| 'exp':NOW-61       | the token has expired (exp)
            'nbf':NOW    | 'nbf':NOW+120      | the token is not valid yet (nbf)
            'aud':'%1$s' | 'more':1           | the token has no audience (aud)
            'aud':'%1$s' | 'aud':'urn:secret' | the token is for another audience (aud)
            """, quoteCharacter = '`')
    void refusalNamesTheClaim(String claim, String other, String why) throws Exception {
        var replaced = claim.replace("%1$s", Issuer.RESOURCE);
        assertThat(EVERY_CLAIM).contains(replaced);

        assertThat(reason(signed("{'alg':'ES256','kid':'first'}", EVERY_CLAIM)))
                .as("no refusal")
                .isEmpty();
        assertThat(reason(signed("{'alg':'ES256','kid':'first'}", EVERY_CLAIM.replace(replaced, other))))
                .isEqualTo(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"logout+jwt", "JOSE", "id_token+jwt"})
    void refusalNamesTheType(String type) throws Exception {
        assertThat(reason(signed("{'alg':'ES256','kid':'first','typ':'" + type + "'}", EVERY_CLAIM)))
                .isEqualTo("the type of the token (typ) is not JWT or at+jwt");
    }

    /** RFC 7515, section 4.1.11: the list must not be empty. */
    @Test
    void emptyListOfCriticalExtensionsIsRefused() throws Exception {
        refused(signed("{'alg':'ES256','kid':'first','crit':[]}", EVERY_CLAIM));
    }

    /** A list of revoked tokens by their text would overlook another spelling. */
    @Test
    void otherSpellingsOfATokenAreRefused() throws Exception {
        var token = issuer.token();
        passed(token);
        var parts = token.split("\\.");
        var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        var last = token.charAt(token.length() - 1);
        // The last character of 64 bytes holds two bits of the signature and four that must be zero.
        var spare = alphabet.charAt(alphabet.indexOf(last) ^ 1);

        for (var other : List.of(
                token + "=",
                token + "==",
                token + "~",
                token + "é",
                token + ".",
                "." + token,
                parts[0] + "=." + parts[1] + "." + parts[2],
                parts[0] + "." + parts[1] + "=." + parts[2],
                parts[0] + ". " + parts[1] + "." + parts[2],
                parts[0] + "." + parts[1] + "\t." + parts[2],
                token.substring(0, token.length() - 1) + spare)) {
            assertThat(authenticate(other)).as(other).isInstanceOf(AuthenticationResult.Refused.class);
        }
    }

    private String signed(String header, String claims) throws Exception {
        var now = Instant.now().getEpochSecond();
        var json = "{" + claims + "}";
        for (var after : List.of(300, 120)) {
            json = json.replace("NOW+" + after, Long.toString(now + after));
        }
        json = json.replace("NOW-61", Long.toString(now - 61)).replace("NOW", Long.toString(now));
        return Issuer.signed(
                header.replace('\'', '"'), json.replace("ISSUER", issuer.url()).replace('\'', '"'), issuer.key());
    }

    /** Why the token is refused; empty if it passes. */
    private String reason(String token) {
        return authenticate(token) instanceof AuthenticationResult.Refused refused ? refused.why() : "";
    }

    @Test
    void tokenWithoutSignatureIsRefused() {
        refused(new PlainJWT(issuer.claims().build()).serialize());
    }

    /** A server that took the algorithm from the token would verify it with its public key as a shared secret. */
    @Test
    void tokenSignedWithThePublicKeyIsRefused() throws Exception {
        var key = issuer.key().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8);
        var token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256)
                        .keyID(issuer.key().getKeyID())
                        .build(),
                issuer.claims().build());
        token.sign(new MACSigner(key));

        refused(token.serialize());
    }

    @Test
    void anotherKeyWithTheSameIdIsRefused() throws Exception {
        refused(Issuer.signed(issuer.claims().build(), Issuer.key("first")));
    }

    @Test
    void keyInTheTokenIsNotUsed() throws Exception {
        var own = Issuer.key("first");
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .jwk(own.toPublicJWK())
                .keyID("first")
                .build();

        refused(Issuer.signed(header, issuer.claims().build(), own));
    }

    @Test
    void unknownCriticalExtensionIsRefused() throws Exception {
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .keyID("first")
                .criticalParams(Set.of("urn:example:more"))
                .customParam("urn:example:more", true)
                .build();

        refused(Issuer.signed(header, issuer.claims().build(), issuer.key()));
    }

    @Test
    void tokenOfAnotherTypeIsRefused() throws Exception {
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .keyID("first")
                .type(new JOSEObjectType("logout+jwt"))
                .build();

        refused(Issuer.signed(header, issuer.claims().build(), issuer.key()));
    }

    @Test
    void modifiedTokenIsRefused() throws Exception {
        var parts = issuer.token().split("\\.");
        var changed = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
                .replace("\"ann\"", "\"bob\"");
        var payload = Base64.getUrlEncoder().withoutPadding().encodeToString(changed.getBytes(StandardCharsets.UTF_8));

        refused(parts[0] + "." + payload + "." + parts[2]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer", "Bearer ", "Bearer x", "Bearer a.b.c", "Bearer ..", "DPoP x"})
    void malformedTokenDoesNotPass(String header) {
        assertThat(authenticate(Map.of("Authorization", List.of(header))))
                .isNotInstanceOf(AuthenticationResult.Passed.class);
    }

    @Test
    void otherSchemesAreIgnored() {
        assertThat(authenticate(Map.of("Authorization", List.of("Basic dXNlcjpwYXNz"))))
                .isInstanceOf(AuthenticationResult.Missing.class);
        assertThat(authenticate(Map.of())).isInstanceOf(AuthenticationResult.Missing.class);
    }

    @Test
    void twoHeadersAreRefusedEvenIfOneIsValid() throws Exception {
        var good = "Bearer " + issuer.token();

        assertThat(authenticate(Map.of("Authorization", List.of(good, "Bearer x"))))
                .isInstanceOf(AuthenticationResult.Refused.class);
        assertThat(authenticate(Map.of("Authorization", List.of(good, good))))
                .isInstanceOf(AuthenticationResult.Refused.class);
    }

    @Test
    void schemeIsCaseInsensitive() throws Exception {
        assertThat(authenticate(Map.of("Authorization", List.of("bEARER " + issuer.token()))))
                .isInstanceOf(AuthenticationResult.Passed.class);
    }

    @Test
    void overlongTokenIsRefused() {
        assertThat(authenticate(Map.of("Authorization", List.of("Bearer " + "a".repeat(16 * 1024 + 1)))))
                .isInstanceOfSatisfying(AuthenticationResult.Refused.class, refused -> assertThat(refused.why())
                        .contains("longer"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"scope", "scp", "realm_access.roles", "https://shop.example.com/roles"})
    void scopesAreReadWhereIssuersWriteThem(String claim) throws Exception {
        Object value = claim.equals("realm_access.roles") ? Map.of("roles", List.of("a", "b")) : "a  b ";
        var builder = new JWTClaimsSet.Builder(issuer.claims().build()).claim("scope", null);
        builder.claim(claim.equals("realm_access.roles") ? "realm_access" : claim, value);
        var token = Issuer.signed(builder.build(), issuer.key());

        var settings = settings(claim.equals("scp") ? "scope" : claim);

        assertThat(authenticate(settings, Map.of("Authorization", List.of("Bearer " + token))))
                .isInstanceOfSatisfying(
                        AuthenticationResult.Passed.class,
                        passed -> assertThat(passed.principal().scopes()).containsExactlyInAnyOrder("a", "b"));
    }

    @Test
    void knownTokenIsNotVerifiedAgain() throws Exception {
        var token = issuer.token();
        passed(token);
        issuer.publishes();
        issuer.answers(500);

        passed(token);

        assertThat(issuer.keyReads()).isOne();
    }

    @Test
    void knownTokenExpires() throws Exception {
        var token = issuer.token();
        passed(token);

        now.set(Instant.now().plus(Duration.ofSeconds(300 + 61)));

        refused(token);
    }

    @Test
    void newKeyOfTheIssuerIsFound() throws Exception {
        passed(issuer.token());
        ECKey next = Issuer.key("second");
        issuer.publishes(next);

        passed(Issuer.signed(issuer.claims().build(), next));
    }

    /** The name of a key finds a key among those of the issuer, and nothing else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../keys/first",
                "http://localhost:1/keys",
                "first' OR '1'='1",
                "FIRST",
                "first\u0000",
                "/dev/null",
                ""
            })
    void keyIdFindsKeysOfTheIssuerOnly(String id) throws Exception {
        refused(Issuer.signed(issuer.claims().build(), Issuer.key(id)));
    }

    @Test
    void keyReplacementUnderLoadFailsNoCall() throws Exception {
        ECKey next = Issuer.key("second");
        var before = issuer.token();
        var failed = new ConcurrentLinkedQueue<AuthenticationResult>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var caller = 0; caller < 8; caller++) {
                threads.submit(() -> {
                    for (var call = 0; call < 100; call++) {
                        var result = authenticate(Map.of("Authorization", List.of("Bearer " + before)));
                        if (!(result instanceof AuthenticationResult.Passed)) {
                            failed.add(result);
                        }
                    }
                });
            }
            // As issuers do: the new key is published beside the old one before it signs.
            issuer.publishes(issuer.key(), next);
            for (var caller = 0; caller < 8; caller++) {
                var token = Issuer.signed(
                        issuer.claims().subject("caller-" + caller).build(), next);
                threads.submit(
                        () -> failed.addAll(Stream.of(authenticate(Map.of("Authorization", List.of("Bearer " + token))))
                                .filter(result -> !(result instanceof AuthenticationResult.Passed))
                                .toList()));
            }
        }

        assertThat(failed).isEmpty();
    }

    /** Each would cause another read of the keys if reads were not bounded. */
    @Test
    void manyUnknownKeysDoNotReachTheIssuer() throws Exception {
        passed(issuer.token());
        for (var number = 0; number < 50; number++) {
            assertThat(authenticate(Issuer.signed(issuer.claims().build(), Issuer.key("unknown-" + number))))
                    .isNotInstanceOf(AuthenticationResult.Passed.class);
        }

        assertThat(issuer.keyReads()).isLessThanOrEqualTo(4);
        passed(issuer.token());
    }

    /** Clients would discard good tokens. */
    @Test
    void newKeyBehindManyUnknownKeysIsNotRefused() throws Exception {
        passed(issuer.token());
        for (var number = 0; number < 50; number++) {
            authenticate(Issuer.signed(issuer.claims().build(), Issuer.key("unknown-" + number)));
        }
        ECKey next = Issuer.key("second");
        issuer.publishes(issuer.key(), next);

        assertThat(authenticate(Issuer.signed(issuer.claims().build(), next)))
                .isInstanceOf(AuthenticationResult.Unknown.class);
    }

    /** The claims alone show that the token is invalid. */
    @ParameterizedTest
    @EnumSource(names = {"EXPIRED", "NOT_YET_VALID", "FOR_ANOTHER_SERVER", "WITHOUT_AN_END", "WITHOUT_A_SUBJECT"})
    void invalidClaimsCauseNoReadOfKeys(Forgery forgery) throws Exception {
        passed(issuer.token());
        for (var number = 0; number < 5; number++) {
            refused(Issuer.signed(forgery.change(issuer.claims()).build(), Issuer.key("unknown-" + number)));
        }

        assertThat(issuer.keyReads()).isOne();
    }

    @Test
    void unreachableIssuerLeavesTheTokenUndecided() throws Exception {
        issuer.answers(503);

        assertThat(authenticate(Map.of("Authorization", List.of("Bearer " + issuer.token()))))
                .isInstanceOf(AuthenticationResult.Unknown.class);
    }

    @Test
    void metadataOfAnotherIssuerIsNotUsed() throws Exception {
        issuer.isNamed("https://login.example.com");

        assertThat(authenticate(Map.of("Authorization", List.of("Bearer " + issuer.token()))))
                .isInstanceOf(AuthenticationResult.Unknown.class);
        assertThat(issuer.keyReads()).isZero();
    }

    @Test
    void metadataIsFoundByBothStandards() {
        assertThat(IssuerDocuments.places("https://login.example.com/tenant/v2.0"))
                .containsExactly(
                        "https://login.example.com/tenant/v2.0/.well-known/openid-configuration",
                        "https://login.example.com/.well-known/oauth-authorization-server/tenant/v2.0");
    }

    private AuthenticationResult authenticate(String token) {
        return authenticate(Map.of("Authorization", List.of("Bearer " + token)));
    }

    private Principal passed(String token) {
        var result = authenticate(token);
        assertThat(result).isInstanceOf(AuthenticationResult.Passed.class);
        return ((AuthenticationResult.Passed) result).principal();
    }

    private void refused(String token) {
        assertThat(authenticate(Map.of("Authorization", List.of("Bearer " + token))))
                .isInstanceOf(AuthenticationResult.Refused.class);
    }

    @Test
    void duplicateScopesCountOnce() throws Exception {
        var token = Issuer.signed(issuer.claims().claim("scope", "a b a").build(), issuer.key());

        assertThat(authenticate(Map.of("Authorization", List.of("Bearer " + token))))
                .isInstanceOfSatisfying(
                        AuthenticationResult.Passed.class,
                        passed -> assertThat(passed.principal().scopes()).containsExactlyInAnyOrder("a", "b"));
    }

    private AuthenticationResult authenticate(Map<String, List<String>> headers) {
        return authenticate(settings("scope"), headers);
    }

    private AuthenticationResult authenticate(AuthSettings settings, Map<String, List<String>> headers) {
        return authentications
                .of(settings, ValueSet.empty())
                .orElseThrow()
                .authenticate(name -> headers.getOrDefault(name, List.of()))
                .result();
    }

    private AuthSettings settings(String scopesClaim) {
        return new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.Tokens(
                        "sso",
                        issuer.url(),
                        List.of(Issuer.RESOURCE),
                        Optional.empty(),
                        scopesClaim,
                        Optional.empty(),
                        Optional.empty())),
                Optional.of(Issuer.RESOURCE),
                Optional.empty());
    }
}
