package dev.hyperterse.engines.postgres.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.memory.BufferBudget;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** An encoder writes one JSON value, even for text that its type never has. */
class CellEncoderTest {
    @ParameterizedTest
    @CsvSource({"0,0", "-12,-12", "1.50,1.50", "1e+300,1e+300", "-0,-0", "NaN,null", "Infinity,null", "-Infinity,null"})
    void numberIsWrittenUnchanged(String text, String json) {
        assertThat(json(CellEncoder.NUMBER, text)).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1},{2", "01", "1.", ".5", "1e", "--1", "0x10", "1 ", "+1", "nan", "-", "", "٣"})
    void invalidNumberIsQuoted(String text) {
        assertThat(json(CellEncoder.NUMBER, text)).isEqualTo(quoted(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "yes", "t\"", ""})
    void invalidBooleanIsQuoted(String text) {
        assertThat(json(CellEncoder.BOOLEAN, text)).isEqualTo(quoted(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "}",
                "{}}",
                "{1",
                "{1,}",
                "{,1}",
                "{1 2}{3}",
                "{\"a",
                "{\"a\\",
                "1",
                "1,2",
                "[1:2]",
                "[1:2]=",
                "{1},{2}",
                "{1}2",
                "{\"a\"\"b\"}",
                "{{1}{2}}",
                "{{1},}",
                "{a{1}}"
            })
    void malformedArrayIsValidJson(String text) {
        var json = json(new ArrayEncoder(CellEncoder.NUMBER, ','), text);
        assertThat(JsonMapper.shared().readTree(json).toString()).isEqualTo(json);
        assertThat(json).isIn(quoted(text), "[\"1 2}{3\"]", "[\"a{1\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-01-02 \"},{\"1", "02.01.2025 10:11:12 \\1", " ", "1", ""})
    void timestampOfAnotherStyleIsAString(String text) {
        var json = json(CellEncoder.TIMESTAMP, text);
        assertThat(JsonMapper.shared().readTree(json).isString()).as(json).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\\x0", "\\000\"", "\\xzz", "0a"})
    void invalidHexadecimalIsQuoted(String text) {
        assertThat(json(HexEncoder::write, text)).isEqualTo(quoted(text));
    }

    private static String json(CellEncoder encoder, String text) {
        var cell = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        try (var out = new BufferBudget(1 << 20).open(1 << 16)) {
            encoder.write(cell, 1, cell.length - 1, out);
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        }
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
