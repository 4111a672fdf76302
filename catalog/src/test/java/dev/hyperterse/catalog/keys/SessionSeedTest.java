package dev.hyperterse.catalog.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.CatalogException;
import java.security.SecureRandom;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionSeedTest {
    @Test
    void theSecretHasTheBytesAsTheyAre() {
        var seed = counting(0);

        assertThat(seed.entries()).containsOnlyKeys("seed");
        assertThat(seed.entries().get("seed")).hasSize(32).startsWith(0, 1, 2).endsWith(31);
        assertThat(SessionSeed.of(seed.entries())).isEqualTo(seed);
    }

    @Test
    void entriesOfOtherNamesAreIgnored() {
        var seed = counting(0);
        var entries = Map.of("seed", seed.bytes(), "note", new byte[] {1});

        assertThat(SessionSeed.of(entries)).isEqualTo(seed);
    }

    @Test
    void aMissingEntryIsNamed() {
        assertThatThrownBy(() -> SessionSeed.of(Map.of("current", new byte[32])))
                .isInstanceOf(CatalogException.class)
                .hasMessage("the session keys have no entry 'seed'");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 33, 44})
    void aSeedOfAnotherLengthIsRefusedAndNotQuoted(int length) {
        assertThatThrownBy(() -> SessionSeed.of(Map.of("seed", new byte[length])))
                .isInstanceOf(CatalogException.class)
                .hasMessage("entry 'seed' of the session keys has %d bytes instead of 32".formatted(length))
                .hasNoCause();
    }

    @Test
    void theTextOfASeedHidesItsBytes() {
        assertThat(counting(0)).hasToString("SessionSeed");
    }

    @Test
    void theBytesOfASeedCannotBeChangedFromOutside() {
        var seed = counting(0);

        seed.bytes()[0] = 99;
        seed.entries().get("seed")[0] = 99;

        assertThat(seed).isEqualTo(counting(0)).isNotEqualTo(counting(1));
    }

    @Test
    void randomSeedsDiffer() {
        var random = new SecureRandom();

        assertThat(SessionSeed.random(random)).isNotEqualTo(SessionSeed.random(random));
    }

    /** A seed whose bytes count up from that number. */
    private static SessionSeed counting(int first) {
        var bytes = new byte[SessionSeed.BYTES];
        for (var at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) (first + at);
        }
        return new SessionSeed(bytes);
    }
}
