package dev.hyperterse.calls.result.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Invisible characters in the JSON of rows. */
class VisibleTextTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x08, 0x0c, 0x1b, 0x7f, 0x85, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180b, 0x180e, 0x200b,
                0x200d, 0x200e, 0x2028, 0x2029, 0x202e, 0x2060, 0x2065, 0x2066, 0x3164, 0xd800, 0xdfff, 0xfe0f, 0xfeff,
                0xffa0, 0xfff0, 0x1d173, 0xe0001, 0xe0041, 0xe0100, 0xe0fff
            })
    void characterThatNobodySeesHasItsNumber(int character) {
        var name = "<U+%04X>".formatted(character);
        var escaped = new StringBuilder();
        for (var unit : Character.toChars(character)) {
            escaped.append("\\u%04x".formatted((int) unit));
        }

        assertThat(shown("[{\"a\":\"x%sy\"}]".formatted(escaped))).isEqualTo("[{\"a\":\"x%sy\"}]".formatted(name));
        assertThat(shown("[{\"a\":\"x%sy\"}]"
                        .formatted(escaped.toString().toUpperCase(Locale.ROOT).replace("\\U", "\\u"))))
                .isEqualTo("[{\"a\":\"x%sy\"}]".formatted(name));
        if (character >= 0x7f && Character.getType(character) != Character.SURROGATE) {
            assertThat(shown("[{\"%s\":1}]".formatted(Character.toString(character))))
                    .as("raw, in the name of a column")
                    .isEqualTo("[{\"%s\":1}]".formatted(name));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[{\"a\":\"Ada \u00e9 \u732b \ud83d\ude00 \u00a0 \u3000\",\"b\":-1.5e3,\"c\":[null,true]}]",
                "[{\"a\":\"\\n\\r\\t\\\"\\\\\\/ \\u0041 \\ud83d\\ude00\"}]",
                "[ {\n\t\"a\" : \"\\\\u200b is what somebody wrote\"} ]",
            })
    void whatEverybodySeesStaysAsItIs(String json) {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        assertThat(VisibleText.of(bytes).json()).isSameAs(bytes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "\\b\\f"             | "<U+0008><U+000C>"
            "\\\\\\u200b"        | "\\\\<U+200B>"
            "\\ud800\\u200b"     | "<U+D800><U+200B>"
            "\\ud800x"           | "<U+D800>x"
            "\\udb40\\udc41end"  | "<U+E0041>end"
            """)
    void escapesAreReadAsJsonReadsThem(String json, String shown) {
        assertThat(shown(json)).isEqualTo(shown);
    }

    /** A driver may pass on bytes that are no UTF-8: the quotes behind them still end the text. */
    @Test
    void bytesThatAreNoUtf8HideNothingBehindThem() {
        for (var first : new int[] {0x80, 0xc2, 0xe2, 0xf0, 0xff}) {
            var json = "[\"?\",\"\u200b\"]".getBytes(StandardCharsets.UTF_8);
            json[2] = (byte) first;

            assertThat(new String(VisibleText.of(json).json(), StandardCharsets.ISO_8859_1))
                    .endsWith("\",\"<U+200B>\"]");
        }
    }

    /** Memory is reserved by the size, before the text is allocated. */
    @Test
    void sizeIsKnownBefore() {
        for (var character = 0; character <= Character.MAX_CODE_POINT; character += 5) {
            var text = "x" + Character.toString(character) + "y";
            var json = VisibleText.of(JsonMapper.shared().writeValueAsBytes(text));
            assertThat(json.size()).isEqualTo(json.json().length);

            var shown = VisibleText.of(text);
            assertThat(VisibleText.size(text)).isEqualTo(shown.getBytes(StandardCharsets.UTF_8).length);
            assertThat(JsonMapper.shared().writeValueAsBytes(shown)).isEqualTo(json.json());
        }
    }

    @Test
    void everyCharacterLeavesJsonThatIsRead() {
        for (var character = 0; character <= Character.MAX_CODE_POINT; character += 7) {
            var json = JsonMapper.shared().writeValueAsBytes("x" + Character.toString(character) + "y");
            assertThat(JsonMapper.shared().readValue(VisibleText.of(json).json(), String.class))
                    .startsWith("x")
                    .endsWith("y");
        }
    }

    private static String shown(String json) {
        return new String(VisibleText.of(json.getBytes(StandardCharsets.UTF_8)).json(), StandardCharsets.UTF_8);
    }
}
