package dev.hyperterse.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.TokenCache;
import dev.hyperterse.runtime.auth.script.PluginScripts;
import dev.hyperterse.runtime.auth.token.IssuerDocuments;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What issuers publish, in ways that they should not, and how their keys are read then. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MisbehavingIssuerTest {
    private static final RSAKey MODULUS = rsa("modulus");
    private static final RSAKey OTHER_MODULUS = rsa("modulus");
    private static final JWK FOR_ENCRYPTION = forEncryption();

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final Issuer other = new Issuer();

    @AutoClose
    private final DeadlineTimer deadlines = new DeadlineTimer();

    private final Authentications authentications = new Authentications(
            InstantSource.system(),
            new PluginScripts(ScriptLinker.none(), deadlines, new BufferBudget(1)),
            new TokenCache(InstantSource.system(), 8 << 20, new MetricRegistry()),
            8 << 20);

    MisbehavingIssuerTest() throws Exception {}

    /** None of them leaves a key for verification. */
    enum Manner {
        REDIRECTS((issuer, other) -> issuer.redirectsTo(other)),
        SAYS_MORE_THAN_A_MEBIBYTE((issuer, _) -> issuer.pads((1 << 20) + 1)),
        NAMES_ANOTHER((issuer, other) -> issuer.isNamed(other.url())),
        FAILS((issuer, _) -> issuer.answers(500)),
        HAS_NOTHING((issuer, _) -> issuer.answers(404)),
        ANSWERS_NO_CONTENT((issuer, _) -> issuer.answers(203)),
        HAS_NO_KEYS((issuer, _) -> issuer.publishes()),
        HAS_KEYS_FOR_ENCRYPTION_ALONE((issuer, _) -> issuer.publishes(FOR_ENCRYPTION)),
        HAS_SHARED_SECRETS_ALONE((issuer, _) -> issuer.says("""
                {"keys": [{"kty": "oct", "k": "c2VjcmV0", "kid": "first"}]}""")),
        HAS_KEYS_OF_OTHER_KINDS_ALONE((issuer, _) -> issuer.says("""
                {"keys": [{"kty": "PQC", "kid": "first"}]}""")),
        SAYS_NOTHING((issuer, _) -> issuer.says("")),
        SAYS_NO_JSON((issuer, _) -> issuer.says("<html>down for maintenance</html>")),
        SAYS_ANOTHER_JSON((issuer, _) -> issuer.says("[]")),
        SAYS_NULL((issuer, _) -> issuer.says("null")),
        HAS_NO_LIST_OF_KEYS((issuer, _) -> issuer.says("{\"keys\": 7}")),
        HAS_KEYS_THAT_ARE_NONE((issuer, _) -> issuer.says("{\"keys\": [1, \"first\"]}")),
        HAS_A_POINT_BESIDE_THE_CURVE((issuer, _) -> issuer.says("""
                {"keys": [{"kty": "EC", "crv": "P-256", "kid": "first", "x": "AQ", "y": "AQ"}]}""")),
        IS_NESTED_DEEPLY((issuer, _) -> issuer.says("[".repeat(100_000))),
        ENDS_TOO_SOON((issuer, _) -> issuer.endsTooSoon()),
        NAMES_NO_PLACE_OF_ITS_KEYS((issuer, _) -> issuer.hasKeysAt("")),
        NAMES_NO_URL((issuer, _) -> issuer.hasKeysAt("http://[")),
        NAMES_A_FILE((issuer, _) -> issuer.hasKeysAt("file:///etc/passwd")),
        NAMES_A_CLOSED_PORT((issuer, _) -> issuer.hasKeysAt("http://localhost:1/keys"));

        private final BiConsumer<Issuer, Issuer> change;

        Manner(BiConsumer<Issuer, Issuer> change) {
            this.change = change;
        }
    }

    @ParameterizedTest
    @EnumSource
    void keysOfAMisbehavingIssuerAreNotRead(Manner manner) throws Exception {
        var token = issuer.token();
        other.publishes(issuer.key());
        manner.change.accept(issuer, other);

        assertThat(authenticate(token)).isInstanceOf(AuthenticationResult.Unknown.class);
        assertThat(other.requests()).isZero();
    }

    @Test
    void documentOfOneMebibyteIsRead() throws Exception {
        issuer.pads(1 << 20);

        assertThat(authenticate(issuer.token())).isInstanceOf(AuthenticationResult.Passed.class);
    }

    /** The second token is another one, because known tokens are not verified again. */
    @ParameterizedTest
    @EnumSource
    void knownKeysStayInUseWhileTheIssuerMisbehaves(Manner manner) throws Exception {
        var own = issuer.key();
        assertThat(authenticate(issuer.token())).isInstanceOf(AuthenticationResult.Passed.class);
        manner.change.accept(issuer, other);

        assertThat(authenticate(Issuer.signed(issuer.claims().build(), Issuer.key("next"))))
                .as("it makes the keys be read again, which fails, so it may be good")
                .isInstanceOf(AuthenticationResult.Unknown.class);
        assertThat(authenticate(Issuer.signed(issuer.claims().subject("bob").build(), own)))
                .isInstanceOf(AuthenticationResult.Passed.class);
        assertThat(other.requests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readFromAHangingOrTricklingIssuerTimesOut(boolean trickles) {
        Consumer<Issuer> manner = trickles ? Issuer::trickles : Issuer::hangs;
        manner.accept(issuer);
        var documents = new IssuerDocuments(Optional.empty(), Duration.ofMillis(300));

        assertThatThrownBy(() -> documents.read(issuer.url() + "/keys")).isInstanceOf(IOException.class);
    }

    @Test
    void keyForEncryptionVerifiesNoSignature() throws Exception {
        var forEncryption =
                new ECKey.Builder(issuer.key()).keyUse(KeyUse.ENCRYPTION).build();
        issuer.publishes(forEncryption, Issuer.key("for signatures"));

        assertThat(authenticate(issuer.token())).isInstanceOf(AuthenticationResult.Refused.class);
    }

    @Test
    void keyOfAnotherTypeUnderTheSameIdVerifiesNoSignature() throws Exception {
        var token = issuer.token();
        issuer.publishes(
                new RSAKey.Builder(MODULUS).keyID(issuer.key().getKeyID()).build());

        assertThat(authenticate(token)).isInstanceOf(AuthenticationResult.Refused.class);
    }

    /** An issuer that pins its key to one algorithm means it. */
    @Test
    void keyForAnotherAlgorithmVerifiesNoSignature() throws Exception {
        issuer.publishes(
                new RSAKey.Builder(MODULUS).algorithm(JWSAlgorithm.RS256).build());

        assertThat(authenticate(signed(JWSAlgorithm.RS256, MODULUS))).isInstanceOf(AuthenticationResult.Passed.class);
        assertThat(authenticate(signed(JWSAlgorithm.PS256, MODULUS))).isInstanceOf(AuthenticationResult.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"})
    void tokensOfRsaKeysPass(String algorithm) throws Exception {
        issuer.publishes(MODULUS);

        assertThat(authenticate(signed(JWSAlgorithm.parse(algorithm), MODULUS)))
                .isInstanceOf(AuthenticationResult.Passed.class);
        assertThat(authenticate(signed(JWSAlgorithm.parse(algorithm), OTHER_MODULUS)))
                .isInstanceOf(AuthenticationResult.Refused.class);
    }

    private String signed(JWSAlgorithm algorithm, JWK key) throws Exception {
        return Issuer.signed(
                new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(),
                issuer.claims().build(),
                key);
    }

    private static JWK forEncryption() {
        try {
            return new ECKey.Builder(Issuer.key("first"))
                    .keyUse(KeyUse.ENCRYPTION)
                    .build();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static RSAKey rsa(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private AuthenticationResult authenticate(String token) {
        return authentications
                .of(settings(), ValueSet.empty())
                .orElseThrow()
                .authenticate(name -> name.equals("Authorization") ? List.of("Bearer " + token) : List.of())
                .result();
    }

    private AuthSettings settings() {
        return new AuthSettings(
                AuthSettings.Mode.Required, List.of(issuer.plugin()), Optional.of(Issuer.RESOURCE), Optional.empty());
    }
}
