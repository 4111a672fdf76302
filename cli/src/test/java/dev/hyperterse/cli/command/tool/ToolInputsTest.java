package dev.hyperterse.cli.command.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ToolInputsTest {
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
