package dev.hyperterse.runtime.auth.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.hyperterse.runtime.auth.Issuer;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the keys of an issuer are read, and what is known of a token in between. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class IssuerKeysTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @AutoClose
    private final Issuer issuer = new Issuer();

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - MINUTE.toNanos());
    private final AtomicLong changes = new AtomicLong();
    private final TokenVerifier verifier = new TokenVerifier(
            issuer.plugin(),
            new IssuerKeys(
                    issuer.plugin(),
                    new IssuerDocuments(Optional.empty(), MINUTE),
                    changes::incrementAndGet,
                    nanos::get),
            InstantSource.system());

    IssuerKeysTest() throws Exception {}

    @Test
    void newKeyIsFoundAfterThePauseBehindManyUnknownKeys() throws Exception {
        passed(issuer.key());
        unknownKeys(50);
        var next = Issuer.key("second");
        issuer.publishes(issuer.key(), next);
        assertThat(result(next)).isInstanceOfSatisfying(AuthenticationResult.Unknown.class, unknown -> assertThat(
                        unknown.retryAfterSeconds())
                .isEqualTo(KeyReadLimit.PAUSE.toSeconds()));

        pass(KeyReadLimit.PAUSE);

        passed(next);
    }

    @Test
    void manyUnknownKeysCauseOneReadPerPause() throws Exception {
        passed(issuer.key());
        for (var pause = 0; pause < 30; pause++) {
            unknownKeys(20);
            pass(KeyReadLimit.PAUSE);
        }

        assertThat(issuer.keyReads()).isBetween(30, 32);
    }

    @Test
    void tokensOfANewKeyShareOneRead() throws Exception {
        passed(issuer.key());
        var next = Issuer.key("second");
        issuer.publishes(next);
        var calls = new ArrayList<Callable<AuthenticationResult>>();
        for (var caller = 0; caller < 50; caller++) {
            calls.add(() -> result(next));
        }

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(threads.invokeAll(calls))
                    .extracting(Future::get)
                    .hasOnlyElementsOfType(AuthenticationResult.Passed.class);
        }

        assertThat(issuer.keyReads()).isEqualTo(2);
        assertThat(changes).hasValue(2);
    }

    /** All tokens of the key are refused after a single read. */
    @Test
    void withdrawnKeyIsRefusedWithoutAReadForEachToken() throws Exception {
        var withdrawn = issuer.key();
        passed(withdrawn);
        issuer.publishes(Issuer.key("second"));
        passed(issuer.key());

        for (var caller = 0; caller < 50; caller++) {
            assertThat(result(withdrawn)).isInstanceOf(AuthenticationResult.Refused.class);
        }

        assertThat(issuer.keyReads()).isEqualTo(2);
    }

    /** The key and its type are known. */
    @Test
    void keyOfAnotherTypeUnderAKnownIdIsRefusedWithoutARead() throws Exception {
        passed(issuer.key());
        var other = new RSAKeyGenerator(2048).keyID(issuer.key().getKeyID()).generate();
        var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID(other.getKeyID())
                .build();

        for (var caller = 0; caller < 5; caller++) {
            assertThat(verifier.authenticate(
                            Issuer.signed(header, issuer.claims().build(), other)))
                    .isInstanceOf(AuthenticationResult.Refused.class);
        }

        assertThat(issuer.keyReads()).isOne();
    }

    @Test
    void republishedKeyPasses() throws Exception {
        var first = issuer.key();
        passed(first);
        issuer.publishes(Issuer.key("second"));
        passed(issuer.key());
        issuer.publishes(first, issuer.key());

        pass(KeyReadLimit.PAUSE);

        passed(first);
    }

    @Test
    void withdrawnKeyIsUndecidedWhileTheIssuerIsDown() throws Exception {
        var first = issuer.key();
        passed(first);
        issuer.publishes(Issuer.key("second"));
        passed(issuer.key());
        issuer.answers(503);

        pass(KeyReadLimit.PAUSE);

        assertThat(result(first)).isInstanceOf(AuthenticationResult.Unknown.class);
    }

    @Test
    void withdrawnKeyIsRefusedOnceTheKeysAreStale() throws Exception {
        var withdrawn = issuer.key();
        passed(withdrawn);
        issuer.publishes(Issuer.key("second"));

        pass(IssuerKeys.FRESH);

        assertThat(result(withdrawn)).isInstanceOf(AuthenticationResult.Refused.class);
        assertThat(changes).hasValue(2);
    }

    @Test
    void keysAreUsedForHoursWhileTheIssuerIsDown() throws Exception {
        var known = issuer.key();
        passed(known);
        issuer.answers(503);
        for (var until = MINUTE; until.compareTo(IssuerKeys.STALE) < 0; until = until.plus(MINUTE)) {
            pass(MINUTE);
            passed(known);
        }
        assertThat(changes).as("known tokens are not forgotten").hasValue(1);

        pass(MINUTE);
        assertThat(result(known)).isInstanceOf(AuthenticationResult.Unknown.class);
    }

    @Test
    void recoveredIssuerIsReadAgain() throws Exception {
        issuer.answers(503);
        for (var attempt = 0; attempt < 10; attempt++) {
            assertThat(result(issuer.key())).isInstanceOf(AuthenticationResult.Unknown.class);
        }
        assertThat(issuer.requests()).as("two readings").isEqualTo(2);
        issuer.answers(200);

        pass(KeyReadLimit.PAUSE);

        passed(issuer.key());
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private void unknownKeys(int count) throws Exception {
        for (var number = 0; number < count; number++) {
            assertThat(result(Issuer.key("unknown-" + number))).isNotInstanceOf(AuthenticationResult.Passed.class);
        }
    }

    private void passed(ECKey key) throws JOSEException {
        assertThat(result(key)).isInstanceOf(AuthenticationResult.Passed.class);
    }

    private AuthenticationResult result(ECKey key) throws JOSEException {
        return verifier.authenticate(Issuer.signed(issuer.claims().build(), key));
    }
}
