package dev.hyperterse.runtime.mcp.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.keys.SessionKey;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RequestSealTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte[] STATE = "state".getBytes(UTF_8);
    private static final byte[] REQUEST = "request".getBytes(UTF_8);

    private final SealingKey first = SealingKey.random(RANDOM);
    private final SealingKey second = SealingKey.random(RANDOM);
    private final SealingKey third = SealingKey.random(RANDOM);
    private final AtomicReference<KeyRing> ring = new AtomicReference<>(KeyRing.of(first));
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
        var key = new SealingKey(new SessionKey("key-one", new byte[SessionKey.BYTES]));
        ring.set(KeyRing.of(key));

        assertThat(seal.open("key-one._IY5jve_FaRqs6Um.r-Ix4xfzi8U8yfTsJ2TWsYMc7j2T", REQUEST))
                .contains(STATE);
    }

    @Test
    void stateOpensUntilItsKeyIsRemoved() {
        var sealed = seal.seal(STATE, REQUEST).orElseThrow();
        ring.set(new KeyRing(Optional.of(third), second, Optional.of(first)));
        assertThat(seal.open(sealed, REQUEST)).contains(STATE);
        ring.set(new KeyRing(Optional.of(first), third, Optional.of(second)));
        assertThat(seal.open(sealed, REQUEST))
                .as("by a replica that sees the key before others seal with it")
                .contains(STATE);
        ring.set(new KeyRing(Optional.empty(), third, Optional.of(second)));
        assertThat(seal.open(sealed, REQUEST)).isEmpty();
    }

    @Test
    void unknownKeyCausesAReadOfTheKeys() {
        var missed = new AtomicInteger();
        var keys = new SealingKeys() {
            @Override
            public KeyRing ring() {
                return KeyRing.of(second);
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
            second.id() + "." + parts[1] + "." + parts[2]
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
