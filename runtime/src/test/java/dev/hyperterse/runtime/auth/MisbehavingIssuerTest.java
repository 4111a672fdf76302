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
import dev.hyperterse.catalog.server.AuthSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.call.DeadlineWheel;
import dev.hyperterse.runtime.memory.BufferBudget;
import dev.hyperterse.runtime.script.ScriptLinker;
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

    @AutoClose
    private final Issuer issuer = new Issuer();

    @AutoClose
    private final Issuer other = new Issuer();

    @AutoClose
    private final DeadlineWheel wheel = new DeadlineWheel();

    private final Authentications authentications = new Authentications(
            InstantSource.system(), new PluginScripts(ScriptLinker.none(), wheel, new BufferBudget(1)));

    MisbehavingIssuerTest() throws Exception {}

    /** Each leaves nothing that could be verified with. */
    enum Manner {
        REDIRECTS((issuer, other) -> issuer.redirectsTo(other)),
        SAYS_MORE_THAN_A_MEBIBYTE((issuer, _) -> issuer.pads((1 << 20) + 1)),
        NAMES_ANOTHER((issuer, other) -> issuer.isNamed(other.url())),
        FAILS((issuer, _) -> issuer.answers(500)),
        HAS_NOTHING((issuer, _) -> issuer.answers(404));

        private final BiConsumer<Issuer, Issuer> change;

        Manner(BiConsumer<Issuer, Issuer> change) {
            this.change = change;
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsReadFromAnIssuerThatMisbehaves(Manner manner) throws Exception {
        other.publishes(issuer.key());
        manner.change.accept(issuer, other);

        assertThat(judge(issuer.token())).isInstanceOf(Verdict.Unknown.class);
        assertThat(other.requests()).isZero();
    }

    @Test
    void aMebibyteIsRead() throws Exception {
        issuer.pads(1 << 20);

        assertThat(judge(issuer.token())).isInstanceOf(Verdict.Passed.class);
    }

    /** Known tokens do not count: the second is another one. */
    @ParameterizedTest
    @EnumSource(names = {"REDIRECTS", "SAYS_MORE_THAN_A_MEBIBYTE", "NAMES_ANOTHER", "FAILS"})
    void keysThatWereReadAreUsedOnWhileTheIssuerMisbehaves(Manner manner) throws Exception {
        assertThat(judge(issuer.token())).isInstanceOf(Verdict.Passed.class);
        manner.change.accept(issuer, other);

        // It makes the keys be read again, which fails.
        assertThat(judge(Issuer.signed(issuer.claims().build(), Issuer.key("unknown"))))
                .isInstanceOf(Verdict.Refused.class);
        assertThat(judge(Issuer.signed(issuer.claims().subject("bob").build(), issuer.key())))
                .isInstanceOf(Verdict.Passed.class);
        assertThat(other.requests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anIssuerThatHangsOrTricklesIsNotWaitedForLong(boolean trickles) {
        Consumer<Issuer> manner = trickles ? Issuer::trickles : Issuer::hangs;
        manner.accept(issuer);
        var documents = new IssuerDocuments(Optional.empty(), Duration.ofMillis(300));

        assertThatThrownBy(() -> documents.read(issuer.url() + "/keys")).isInstanceOf(IOException.class);
    }

    @Test
    void aKeyForEncryptionVerifiesNothing() throws Exception {
        var forEncryption =
                new ECKey.Builder(issuer.key()).keyUse(KeyUse.ENCRYPTION).build();
        issuer.publishes(forEncryption);

        assertThat(judge(issuer.token())).isInstanceOf(Verdict.Refused.class);
    }

    @Test
    void aKeyOfAnotherTypeUnderThatNameVerifiesNothing() throws Exception {
        var token = issuer.token();
        issuer.publishes(
                new RSAKey.Builder(MODULUS).keyID(issuer.key().getKeyID()).build());

        assertThat(judge(token)).isInstanceOf(Verdict.Refused.class);
    }

    /** An issuer that pins its key to one algorithm means it. */
    @Test
    void aKeyForAnotherAlgorithmVerifiesNothing() throws Exception {
        issuer.publishes(
                new RSAKey.Builder(MODULUS).algorithm(JWSAlgorithm.RS256).build());

        assertThat(judge(signed(JWSAlgorithm.RS256, MODULUS))).isInstanceOf(Verdict.Passed.class);
        assertThat(judge(signed(JWSAlgorithm.PS256, MODULUS))).isInstanceOf(Verdict.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"})
    void tokensOfRsaKeysAreTaken(String algorithm) throws Exception {
        issuer.publishes(MODULUS);

        assertThat(judge(signed(JWSAlgorithm.parse(algorithm), MODULUS))).isInstanceOf(Verdict.Passed.class);
        assertThat(judge(signed(JWSAlgorithm.parse(algorithm), rsa("modulus")))).isInstanceOf(Verdict.Refused.class);
    }

    private String signed(JWSAlgorithm algorithm, JWK key) throws Exception {
        return Issuer.signed(
                new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(),
                issuer.claims().build(),
                key);
    }

    private static RSAKey rsa(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Verdict judge(String token) {
        return authentications
                .of(settings(), ValueSet.empty())
                .orElseThrow()
                .judge(name -> name.equals("Authorization") ? List.of("Bearer " + token) : List.of())
                .verdict();
    }

    private AuthSettings settings() {
        return new AuthSettings(
                AuthSettings.Mode.Required, List.of(issuer.plugin()), Optional.of(Issuer.RESOURCE), Optional.empty());
    }
}
