package dev.hyperterse.calls.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
    private static final int[] INTERESTING = {
        0x00, 0x41, 0x7f, 0x80, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff,
        0x8f, 0x90
    };

    @Test
    void detectionAgreesWithTheDecoderOfTheJdk() {
        var random = new Random(1);
        var valid = 0;
        for (var round = 0; round < 200_000; round++) {
            var bytes = new byte[random.nextInt(6)];
            for (var index = 0; index < bytes.length; index++) {
                bytes[index] = (byte) INTERESTING[random.nextInt(INTERESTING.length)];
            }
            assertThat(Utf8.isWellFormed(bytes, 0, bytes.length))
                    .as("%s", (Object) bytes)
                    .isEqualTo(decodes(bytes));
            valid += decodes(bytes) ? 1 : 0;
        }
        assertThat(valid).isGreaterThan(1_000);
    }

    private static boolean decodes(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }
}
