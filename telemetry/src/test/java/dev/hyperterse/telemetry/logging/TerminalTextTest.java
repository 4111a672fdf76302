package dev.hyperterse.telemetry.logging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class TerminalTextTest {
    /** Clears the screen, sets the title, writes to the clipboard, returns, deletes, and turns the direction around. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2J",
                "\u001b]0;t\u0007",
                "\u001b]52;c;eA==\u0007",
                "\r",
                "\u007f",
                "\u009b2J",
                "\u202e",
                "\u2066"
            })
    void nothingThatATerminalObeysIsLeft(String control) {
        var text = "before" + control + "after";
        for (var safe : new String[] {TerminalText.of(text), TerminalText.quoted(text), TerminalText.json(text)}) {
            assertThat(safe).startsWith("before").endsWith("after").doesNotContain(control.substring(0, 1));
        }
    }

    @Test
    void textsOfAllLanguagesStay() {
        var text = "Zürich\t東京 😀 שלום\n";
        assertThat(TerminalText.of(text)).isEqualTo(text);
        assertThat(TerminalText.json(text)).isEqualTo(text);
        assertThat(TerminalText.quoted("one\ntwo")).isEqualTo("one\n    two");
    }

    /** Files and printers of Windows end their lines so. */
    @Test
    void linesMayEndWithACarriageReturn() {
        assertThat(TerminalText.of("one\r\ntwo")).isEqualTo("one\ntwo");
        assertThat(TerminalText.quoted("one\r\ntwo")).isEqualTo("one\n    two");
        assertThat(TerminalText.json("{\r\n}")).isEqualTo("{\n}");
        assertThat(TerminalText.of("true\rfalse")).isEqualTo("true\uFFFDfalse");
    }

    @Test
    void coloursOfThisProgramStayAndThoseOfForeignTextDoNot() {
        assertThat(TerminalText.of("\u001b[31merror\u001b[0m")).isEqualTo("\u001b[31merror\u001b[0m");
        assertThat(TerminalText.quoted("\u001b[31merror")).isEqualTo("\uFFFD[31merror");
    }

    @Test
    void jsonMeansTheSame() {
        var json = "[\"a\u009b\u202eb\u007f\"]";
        var safe = TerminalText.json(json);
        assertThat(safe).isEqualTo("[\"a\\u009b\\u202eb\\u007f\"]");
        assertThat(JsonMapper.shared().readTree(safe))
                .isEqualTo(JsonMapper.shared().readTree(json));
    }
}
