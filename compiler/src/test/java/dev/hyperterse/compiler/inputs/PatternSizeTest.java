package dev.hyperterse.compiler.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.hyperterse.catalog.input.PatternSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read from the text of a pattern, beside what RE2 makes of it. */
class PatternSizeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abc",
                "^[a-z]+$",
                "[]a]+[^]b]*",
                "[[:alpha:]\\]x]{3}",
                "(a|b|cd)*?",
                "(?i)select\\s+\\Q({10})\\E",
                "\\pL\\p{Greek}{2}\\x{1F600}\\x41",
                "a{2}b{2,}c{2,5}d{0,3}",
                "x{,3}y{a}",
                "((a{10}){10}){10}",
                "[a-z]{1,1000}!",
                "(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[a-z]{2,63}",
                "[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}",
            })
    void readsWhatTheEngineMakesAtMost(String pattern) {
        long instructions = Pattern.compile(pattern).programSize();

        assertThat(PatternSize.of(pattern).instructions()).isBetween(instructions - 1, 2 * instructions + 16);
    }

    /** Written out they would not fit a machine. */
    @Test
    void readsRepetitionsWithoutWritingThemOut() {
        assertThat(PatternSize.of("((((a{1000}){1000}){1000}){1000}){1000}").instructions())
                .isGreaterThan(1L << 39);
        assertThat(PatternSize.of("(".repeat(2000)).depth()).isEqualTo(2000);
    }
}
