package dev.hyperterse.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EightBytesTest {
    /** Each byte among neighbours that make subtractions borrow, at each position of a word and of the rest behind it. */
    @Test
    void everyControlCharacterIsFoundWhereverItIs() {
        for (int neighbour : new int[] {' ', 0x7e, 0x80, 0xff}) {
            for (int character = 0; character < 0x100; character++) {
                for (int position = 0; position < 21; position++) {
                    var bytes = filled(21, neighbour);
                    bytes[position] = (byte) character;
                    int expected = character < ' ' || character == 0x7f ? position : 21;

                    assertThat(EightBytes.indexOfControl(bytes, 0, 21))
                            .as("0x%02x at %d among 0x%02x", character, position, neighbour)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void theFirstOfSeveralIsFoundAndNothingOutside() {
        var random = new Random(7);
        for (int attempt = 0; attempt < 100_000; attempt++) {
            var bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            int control = from;
            while (control < to && (bytes[control] < 0 || bytes[control] >= ' ' && bytes[control] != 0x7f)) {
                control++;
            }
            int feed = from;
            while (feed < to && bytes[feed] != '\n') {
                feed++;
            }

            assertThat(EightBytes.indexOfControl(bytes, from, to)).isEqualTo(control);
            assertThat(EightBytes.indexOf(bytes, from, to, '\n')).isEqualTo(feed);
        }
    }

    private static byte[] filled(int length, int value) {
        var bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
