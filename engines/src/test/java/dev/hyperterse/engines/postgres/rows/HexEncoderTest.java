package dev.hyperterse.engines.postgres.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.memory.BufferBudget;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HexEncoderTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 3071, 3072, 3073, 10_000})
    void bytesOfAnyLengthBecomeBase64(int length) {
        var bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        assertThat(written("\\x" + HexFormat.of().formatHex(bytes)))
                .isEqualTo("\"" + Base64.getEncoder().encodeToString(bytes) + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\x0", "\\xzz", "0a", ""})
    void otherTextStaysText(String cell) {
        assertThat(written(cell)).isEqualTo("\"" + cell.replace("\\", "\\\\") + "\"");
    }

    private static String written(String cell) {
        var text = cell.getBytes(StandardCharsets.US_ASCII);
        try (var out = new BufferBudget(1 << 20).open(1 << 16)) {
            HexEncoder.write(text, 0, text.length, out);
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        }
    }
}
