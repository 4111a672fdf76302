package dev.hyperterse.compiler.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

class HiddenCharactersTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 0x7f, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x2028, 0x202e,
                0x2060, 0x2064, 0x2069, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xe0001, 0xe0041, 0xe0100, 0xe01ef
            })
    void hiddenCharacterIsFoundInTextsAndNames(int character) {
        var text = "A ticket" + Character.toString(character) + ".";
        assertThat(HiddenCharacters.areIn(NODES.objectNode().put("description", text)))
                .isTrue();
        assertThat(HiddenCharacters.areIn(
                        NODES.objectNode().set("properties", NODES.objectNode().put(text, "x"))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u26a0\ufe0f\ufe0f",
                "\u26a0\ufe0f\u200d",
                "1\ufe0f",
                "a\u200db",
                "\u0645\u200ca",
                "\ud83d\udc69\ud83c\udffd\udb40\udd01"
            })
    void charactersThatNoPictureNeedsAreFound(String text) {
        assertThat(HiddenCharacters.areIn(NODES.stringNode(text))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\nb\tc\r",
                "na\u00efve \u00fc",
                "\u26a0\ufe0f careful",
                "\ud83d\udc69\u200d\ud83d\udcbb",
                "\ud83d\udc4d\ud83c\udffd",
                "1\ufe0f\u20e3",
                "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
                "\u0915\u094d\u200d\u0937",
                "\u65e5\u672c"
            })
    void textOfPeopleIsNot(String text) {
        assertThat(HiddenCharacters.areIn(NODES.stringNode(text))).isFalse();
    }

    @Test
    void numbersAndListsHideNothing() {
        assertThat(HiddenCharacters.areIn(JsonMapper.shared().readTree("{\"a\": [1, true, null, {\"b\": \"c\"}]}")))
                .isFalse();
    }
}
