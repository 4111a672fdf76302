package dev.hyperterse.runtime.mcp.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRingTest {
    private static final Duration MINUTES = Duration.ofMinutes(5);

    /** Computed by another implementation of HKDF: replicas of all versions derive the same keys. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            2eSzkFAG-0,   sessions, 2326935a4aa9c2e8974ef440d5a099bfa01d9d5713c565252f555aeceafa2f07
            2eSzkFAG-0,   cursors,  c37dfbbe3a70270d56235e26699f11be578635d2e23e7b0b18f853eb0514bc08
            2eSzkFAG-0,   callers,  8e33ae6725fc86fb0c2c90195c4847bbe12874f296e52444a89876421121b2b0
            2eSzkFAG-0,   requests, 00f7fa25cf1ef04c266d371378e11cad1260b25b96cff96b9d3f802853dcd431
            2eSzkFAG-691, sessions, 02c3b8c06a9d7ae24b1f8f5ecdffd293346822780fa12c4862c5304d976a6aec
            2eSzkFAG-691, cursors,  6dc32de42e24a8c5b00e7d27934a3ce7f612fb42e6bccdba492b986b10819fef
            2eSzkFAG-691, callers,  78873480053cefcdf9c0963be067e8f20b82ca6c32e99d2bffaf7e8e9d8e8db2
            2eSzkFAG-691, requests, a7ede5045626994fe5afc05e17e356541037f15eb03061448ac0e0f2d0a70f86
            2eSzkFAG-692, sessions, a5e65673fff6e7bfa0e0dc65b5946328342376d26731e8fc015e19b1ebe83cb8
            2eSzkFAG-692, cursors,  ae288269089fc00a0a55ecf1320111a0a91cb8dd43c4442c1633c6189690f75f
            2eSzkFAG-692, callers,  bd3b45764ab2e22f0d28ce7404208ad342b082c1a4595667fbedea15f55a12a8
            2eSzkFAG-692, requests, 5967ba9052e778db0a9c3f3e9306802538408f01b5e706fdc802051e0d8399ca
            """)
    void keysAreDerivedFromTheSeedAndThePeriod(String id, String purpose, String bytes) {
        var key = TestKeys.at(TestKeys.START).find(id).orElseThrow();
        var derived =
                switch (purpose) {
                    case "sessions" -> key.sessions();
                    case "cursors" -> key.cursors();
                    case "callers" -> key.callers();
                    case "requests" -> key.requests();
                    default -> throw new IllegalArgumentException(purpose);
                };

        assertThat(key.id()).isEqualTo(id);
        assertThat(HexFormat.of().formatHex(derived.getEncoded())).isEqualTo(bytes);
    }

    @Test
    void aKeySealsForThirtyDays() {
        var now = new AtomicReference<>(TestKeys.START);
        var ring = TestKeys.at(now);

        assertThat(ring.current().id()).isEqualTo("2eSzkFAG-691");
        now.set(TestKeys.START.plus(Duration.ofDays(30)).minusMillis(1));
        assertThat(ring.current().id()).isEqualTo("2eSzkFAG-691");
        now.set(TestKeys.START.plus(Duration.ofDays(30)));
        assertThat(ring.current().id()).isEqualTo("2eSzkFAG-692");
    }

    /** A session ends by its own age, which its server may set to years. */
    @Test
    void aKeyIsAcceptedForEverAfter() {
        var id = TestKeys.at(TestKeys.START).current().id();

        assertThat(TestKeys.at(TestKeys.START.plus(Duration.ofDays(30))).find(id))
                .isPresent();
        assertThat(TestKeys.at(TestKeys.START.plus(Duration.ofDays(36_500))).find(id))
                .isPresent();
    }

    @Test
    void clocksMayDifferAroundTheChangeOfAPeriod() {
        var behind = TestKeys.at(TestKeys.START.minus(MINUTES));
        var ahead = TestKeys.at(TestKeys.START.plus(MINUTES));

        assertThat(behind.current().id()).isNotEqualTo(ahead.current().id());
        assertThat(behind.find(ahead.current().id())).isPresent();
        assertThat(ahead.find(behind.current().id())).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "2eSzkFAG",
                "2eSzkFAG-",
                "2eSzkFAG-693",
                "2eSzkFAG-0691",
                "2eSzkFAG-+691",
                "2eSzkFAG--1",
                "2eSzkFAG-691 ",
                "2eSzkFAG-٦٩١",
                "2eSzkFAG-6.91",
                "2eSzkFAG-99999999999999999999",
                "2eszkfag-691",
                "AAAAAAAA-691"
            })
    void otherIdsAreUnknown(String id) {
        assertThat(TestKeys.at(TestKeys.START).find(id)).isEmpty();
    }

    @Test
    void anotherSeedHasOtherKeys() {
        var one = TestKeys.at(TestKeys.START);
        var other = new KeyRing(TestKeys.seed(1), InstantSource.fixed(TestKeys.START));

        assertThat(other.find(one.current().id())).isEmpty();
        assertThat(one.find(other.current().id())).isEmpty();
        assertThat(other.current().sessions()).isNotEqualTo(one.current().sessions());
    }

    @Test
    void aKeyIsDerivedOnce() {
        var now = new AtomicReference<Instant>(TestKeys.START);
        var ring = TestKeys.at(now);
        var sealed = ring.current();
        now.set(TestKeys.START.plus(Duration.ofDays(30)));

        assertThat(ring.find(sealed.id()).orElseThrow()).isSameAs(sealed);
    }

    @Test
    void theTextOfAKeyHidesIt() {
        assertThat(TestKeys.at(TestKeys.START).current()).hasToString("SealingKey[2eSzkFAG-691]");
    }
}
