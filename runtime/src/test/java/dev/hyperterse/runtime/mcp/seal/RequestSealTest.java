package dev.hyperterse.runtime.mcp.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RequestSealTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte[] STATE = "state".getBytes(UTF_8);
    private static final byte[] REQUEST = "request".getBytes(UTF_8);

    private final KeyRing other = KeyRing.random();
    private final AtomicReference<KeyRing> ring = new AtomicReference<>(TestKeys.at(TestKeys.START));
    private final RequestSeal seal = new RequestSeal("uid", ring::get, RANDOM);

    @Test
    void stateOpensForItsRequestAndServerOnly() {
        var sealed = seal.seal(STATE, REQUEST).orElseThrow();

        assertThat(seal.open(sealed, REQUEST)).contains(STATE);
        assertThat(seal.open(sealed, "another".getBytes(UTF_8))).isEmpty();
        assertThat(new RequestSeal("other", ring::get, RANDOM).open(sealed, REQUEST))
                .isEmpty();
        assertThat(sealed).doesNotContain("state");
    }

    /** Base64 has several where the length leaves bits over; those of this state do. */
    @Test
    void stateHasNoSecondSpelling() {
        var sealed = seal.seal("a state".getBytes(UTF_8), REQUEST).orElseThrow();
        var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

        var opening = alphabet.chars()
                .mapToObj(last -> sealed.substring(0, sealed.length() - 1) + (char) last)
                .filter(spelling -> seal.open(spelling, REQUEST).isPresent());

        assertThat(opening).containsExactly(sealed);
        assertThat(seal.open(sealed + "=", REQUEST)).isEmpty();
    }

    @Test
    void stateSealedByAnEarlierVersionOpens() {
        assertThat(seal.open("2eSzkFAG-691._IY5jve_FaRqs6Um.-hs5zO0BbY72lUo-et7JffMENoFZ", REQUEST))
                .contains(STATE);
    }

    @Test
    void stateOpensUntilTheSeedIsReplaced() {
        var sealed = seal.seal(STATE, REQUEST).orElseThrow();
        ring.set(TestKeys.at(TestKeys.START.plus(KeyRing.PERIOD)));
        assertThat(seal.open(sealed, REQUEST)).contains(STATE);
        ring.set(TestKeys.at(TestKeys.START.minusMillis(1)));
        assertThat(seal.open(sealed, REQUEST))
                .as("by a replica whose clock is behind")
                .contains(STATE);
        ring.set(other);
        assertThat(seal.open(sealed, REQUEST)).isEmpty();
    }

    @Test
    void unknownKeyCausesAReadOfTheSeed() {
        var missed = new AtomicInteger();
        var keys = new SealingKeys() {
            @Override
            public KeyRing ring() {
                return other;
            }

            @Override
            public void missed() {
                missed.incrementAndGet();
            }
        };
        assertThat(new RequestSeal("uid", keys, RANDOM)
                        .open(seal.seal(STATE, REQUEST).orElseThrow(), REQUEST))
                .isEmpty();
        assertThat(missed).hasValue(1);
    }

    @Test
    void forgedStatesAreRefused() {
        var sealed = seal.seal(STATE, REQUEST).orElseThrow();
        var parts = sealed.split("\\.");
        for (var forged : new String[] {
            "",
            "..",
            "a",
            sealed + "A",
            sealed + ".",
            parts[0] + "." + parts[1] + ".",
            parts[0] + ".." + parts[2],
            parts[0] + "." + parts[1] + ".%%%%",
            other.current().id() + "." + parts[1] + "." + parts[2]
        }) {
            assertThat(seal.open(forged, REQUEST)).as(forged).isEmpty();
        }
    }

    @Test
    void stateIsAtMostThirtyTwoKilobytes() {
        assertThat(seal.seal(new byte[24_000], REQUEST)).isPresent();
        assertThat(seal.seal(new byte[25_000], REQUEST)).isEmpty();
    }
}
