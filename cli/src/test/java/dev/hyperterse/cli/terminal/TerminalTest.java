package dev.hyperterse.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that are printed to be copied. */
class TerminalTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
            http://localhost:8080/mcp, http://localhost:8080/mcp
            http://localhost/mcp/{tenant}, 'http://localhost/mcp/{tenant}'
            limit=1, limit=1
            "a b", 'a b'
            $(reboot), '$(reboot)'
            `reboot`, '`reboot`'
            it's, 'it'\\''s'
            "", ''
            ~, '~'
            a;b, 'a;b'
            """)
    void wordOfAShellMeansItself(String word, String written) {
        assertThat(Terminal.inShell(word)).isEqualTo(written);
    }
}
