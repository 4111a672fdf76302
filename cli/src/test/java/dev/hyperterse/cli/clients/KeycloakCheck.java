package dev.hyperterse.cli.clients;

import static dev.hyperterse.cli.clients.KeycloakShop.READ;
import static dev.hyperterse.cli.clients.KeycloakShop.accessToken;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.testbed.Requirement;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.text.ParseException;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tokens of a real identity provider. Neither {@code *Test} nor {@code *IT}, because Keycloak takes longer to fetch and to
 * start than all other tests of this module take: {@code .ci/identity} runs this.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KeycloakCheck {
    private static KeycloakShop shop;

    @TempDir
    private Path directory;

    private Quickstart served;

    @BeforeAll
    static void open() throws IOException {
        shop = KeycloakShop.open();
    }

    @AfterAll
    static void close() {
        if (shop != null) {
            shop.close();
        }
    }

    @BeforeEach
    void serve() throws IOException {
        served = shop.serve(directory);
    }

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void claimsAndGroupsOfAUserDecideWhatItMayCall() throws Exception {
        var ann = accessToken(shop.login("agent", "ann", READ));
        var bob = accessToken(shop.login("agent", "bob", READ));

        var subject = SignedJWT.parse(ann).getJWTClaimsSet().getSubject();
        assertThat(call("who-calls", ann).body())
                .contains("\\\"subject\\\":\\\"" + subject, "\\\"username\\\":\\\"ann", "\\\"client\\\":\\\"agent");
        assertThat(call("refund-order", ann).body()).contains("refunded");
        assertThat(call("orders-of-day", ann).body()).contains("\\\"orders\\\":7");
        assertThat(call("refund-order", bob).body()).contains("Unknown tool");
    }

    @Test
    void aClientWithoutAUserIsNotInTheGroupsOfAny() throws Exception {
        var agent = shop.clientCredentials("agent");

        assertThat(call("who-calls", agent).body()).contains("\\\"username\\\":\\\"service-account-agent");
        assertThat(call("refund-order", agent).body()).contains("Unknown tool");
        assertThat(call("orders-of-day", agent).body()).contains("Unknown tool");
    }

    @Test
    void tokensForOthersAreRefused() throws Exception {
        var tokens = shop.login("agent", "ann", "openid " + READ);
        var elsewhere = accessToken(shop.login("agent", "ann", "openid"));

        for (var token : List.of(
                elsewhere,
                tokens.path("id_token").stringValue(),
                tokens.path("refresh_token").stringValue())) {
            var refused = call("who-calls", token);
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(challenge(refused)).contains("error=\"invalid_token\"", "resource_metadata=");
        }
    }

    @Test
    void aTokenThatLacksAScopeIsToldWhich() throws Exception {
        var refused = call("who-calls", accessToken(shop.login("agent", "ann", "orders:audit")));

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(challenge(refused)).contains("error=\"insufficient_scope\"", "scope=\"orders:read\"");
    }

    /** The challenge names the metadata, these the issuer, and its metadata where to log in. */
    @Test
    void anOfficialClientLogsItsUserIn() {
        var client = Requirement.fulfil(() -> ClientTools.ofPython("python"));

        var printed = client.runScript(
                "python", "login.py", List.of("venv/bin/python"), shop.resource(), "desktop", "ann", "password-of-ann");

        assertThat(printed)
                .contains("\"username\":\"ann\",\"client\":\"desktop\"")
                .contains(READ)
                .contains("/.well-known/oauth-protected-resource/mcp")
                .contains("/protocol/openid-connect/token");
    }

    @Test
    void aTokenThatIsBoundToAKeyNeedsItsProof() throws Exception {
        var key = new ECKeyGenerator(Curve.P_256).generate();
        var issued = shop.login(
                "bound", "ann", READ, "DPoP", proof(key, shop.keycloak().tokenUrl(), Optional.empty()));
        var token = accessToken(issued);
        var proof = proof(key, shop.resource(), Optional.of(token));

        assertThat(issued.path("token_type").stringValue()).isEqualTo("DPoP");
        assertThat(call("who-calls", token).statusCode()).isEqualTo(401);
        assertThat(shop.call("who-calls", "Authorization", "DPoP " + token, "DPoP", proof)
                        .body())
                .contains("\\\"username\\\":\\\"ann");
        assertThat(shop.call("who-calls", "Authorization", "DPoP " + token, "DPoP", proof)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void noCallFailsWhileAKeyIsReplaced() throws Exception {
        var before = accessToken(shop.login("agent", "ann", READ));
        var answers = new ConcurrentLinkedQueue<String>();
        var stopped = new AtomicBoolean();
        var callers = Stream.of(true, true, false, false)
                .map(fresh -> Thread.ofVirtual().start(() -> {
                    while (!stopped.get()) {
                        answers.add(answer(fresh, before));
                    }
                }))
                .toList();
        await(() -> answers.size() > 20);

        var first = shop.keycloak().replaceSigningKey();
        await(() -> answers.contains("200 " + first));
        var signed = answers.size();
        await(() -> answers.size() > signed + 20);
        stopped.set(true);
        for (var caller : callers) {
            caller.join();
        }

        assertThat(answers).allMatch(answer -> answer.startsWith("200 "));
        assertThat(call("who-calls", before).statusCode()).isEqualTo(200);

        // The replica reads the keys when a token names one that it does not know, and finds one missing.
        shop.keycloak().withdrawSigningKey(keyOf(before));
        var second = shop.keycloak().replaceSigningKey();
        var last = accessToken(shop.login("agent", "ann", READ));
        assertThat(keyOf(last)).isEqualTo(second);
        // It reads them twice in half a minute at most.
        await(() -> call("who-calls", last).statusCode() == 200);
        await(() -> call("who-calls", before).statusCode() == 401);
    }

    /** A resource server is told nothing of sessions; how long that goes on is the lifetime of tokens and a minute. */
    @Test
    void aTokenOfAnEndedSessionIsGoodUntilItExpires() throws Exception {
        var token = accessToken(shop.login("agent", "ann", READ));
        var hasty = accessToken(shop.login("hasty", "ann", READ));

        shop.keycloak().endSessions("ann");

        assertThat(shop.keycloak().isActive(token, "agent", "secret-of-agent")).isFalse();
        assertThat(call("who-calls", token).statusCode()).isEqualTo(200);
        assertThat(call("who-calls", hasty).statusCode()).isEqualTo(200);
        await(() -> call("who-calls", hasty).statusCode() == 401);
        assertThat(call("who-calls", token).statusCode()).isEqualTo(200);
    }

    /** Status and key of a call with a new token, or with one that a client had before. */
    private String answer(boolean fresh, String before) {
        try {
            var token = fresh ? accessToken(shop.login("agent", "bob", READ)) : before;
            return call("who-calls", token).statusCode() + " " + keyOf(token);
        } catch (Exception failed) {
            return failed.toString();
        }
    }

    private static String keyOf(String token) throws ParseException {
        return SignedJWT.parse(token).getHeader().getKeyID();
    }

    private static String proof(ECKey key, String address, Optional<String> token) throws Exception {
        var claims = new JWTClaimsSet.Builder()
                .jwtID(UUID.randomUUID().toString())
                .issueTime(new Date())
                .claim("htm", "POST")
                .claim("htu", address);
        if (token.isPresent()) {
            var hash = MessageDigest.getInstance("SHA-256").digest(token.get().getBytes(StandardCharsets.US_ASCII));
            claims.claim("ath", Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
        }
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(key.toPublicJWK())
                .build();
        var proof = new SignedJWT(header, claims.build());
        proof.sign(new ECDSASigner(key));
        return proof.serialize();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private HttpResponse<String> call(String tool, String token) throws IOException, InterruptedException {
        return shop.call(tool, "Authorization", "Bearer " + token);
    }

    private static String challenge(HttpResponse<String> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }
}
