package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

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

    @Test
    void wordsOfAnExampleAreOnesOfAShell() {
        var inputs = ToolInputs.of(JsonMapper.shared().readTree("""
                {"inputSchema": {"required": ["name", "ids", "limit"], "properties": {
                  "name": {"type": "string", "default": "$(reboot)"},
                  "ids": {"type": "array", "items": {"type": "string"}},
                  "limit": {"type": "integer", "default": 10}}}}
                """));
        assertThat(inputs.example()).isEqualTo(" 'name=$(reboot)' 'ids=ARRAY OF STRING' limit=10");
    }
}
