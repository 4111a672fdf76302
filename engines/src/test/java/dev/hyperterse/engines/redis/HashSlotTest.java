package dev.hyperterse.engines.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashSlotTest {
    /** As {@code CLUSTER KEYSLOT} answers. */
    @ParameterizedTest
    @CsvSource({
        "123456789,12739",
        "foo,12182",
        "{user1000}.following,3443",
        "x{user1000}y,3443",
        "foo{}{bar},8363",
        "'',0"
    })
    void slotsAreThoseOfTheEngine(String key, int slot) {
        assertThat(HashSlot.of(key.getBytes(StandardCharsets.UTF_8))).isEqualTo(slot);
    }
}
