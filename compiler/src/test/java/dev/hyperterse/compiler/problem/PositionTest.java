package dev.hyperterse.compiler.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PositionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "abc          | 0 | 1:1",
                "abc          | 3 | 1:4",
                "a{n}bc       | 2 | 2:1",
                "a{r}{n}bc    | 3 | 2:1",
                "a{r}bc       | 2 | 2:1",
                "a{n}{n}b     | 3 | 3:1",
                "\uD83D\uDE00x | 2 | 1:2",
            })
    void countsLinesAndCharacters(String text, int offset, String expected) {
        var real = text.replace("{n}", "\n").replace("{r}", "\r");
        assertThat(Position.in(real, offset)).hasToString(expected);
    }
}
