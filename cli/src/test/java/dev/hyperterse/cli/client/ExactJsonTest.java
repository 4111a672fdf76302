package dev.hyperterse.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactJsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "27.40",
                "-0.0",
                "1e400",
                "1.50E-7",
                "123456789012345678901234567890.123456789012345678901234567890",
                "9007199254740993"
            })
    void numbersArePrintedAsTheyCame(String number) {
        assertThat(ExactJson.indented("[{\"price\":" + number + "}]"))
                .hasValueSatisfying(text -> assertThat(text).contains("\"price\" : " + number));
        assertThat(ExactJson.indented(number)).contains(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"27.40", "123456789012345678901234567890.1234567890", "0.10"})
    void treesKeepEveryDigit(String number) {
        assertThat(ExactJson.mapper().writeValueAsString(ExactJson.mapper().readTree("[" + number + "]")))
                .isEqualTo("[" + number + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "unknown tool", "12 monkeys", "{\"a\":1} {\"b\":2}", "[1", "{\"a\":}"})
    void invalidJsonIsUnchanged(String text) {
        assertThat(ExactJson.indented(text)).isEmpty();
    }

    @Test
    void aMemberThatAppearsTwiceStaysTwice() {
        assertThat(ExactJson.indented("{\"a\":1,\"a\":[],\"b\":{\"c\":null}}"))
                .hasValueSatisfying(text ->
                        assertThat(text.replaceAll("\\s", "")).isEqualTo("{\"a\":1,\"a\":[],\"b\":{\"c\":null}}"));
    }
}
