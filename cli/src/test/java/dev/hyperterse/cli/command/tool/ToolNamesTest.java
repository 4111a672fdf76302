package dev.hyperterse.cli.command.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.client.ToolAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ToolNamesTest {
    @Test
    void serverSaysThatItHasNoSuchTool() {
        assertThat(ToolNames.saysUnknown(refused("Unknown tool: lst-orders; near names: list-orders"), "lst-orders"))
                .isTrue();
        assertThat(ToolNames.saysUnknown(refused("MCP error -32602: Unknown tool: orders"), "orders"))
                .isTrue();
        assertThat(ToolNames.saysUnknown(result("Unknown tool: orders", true), "orders"))
                .isTrue();
        assertThat(ToolNames.saysUnknown(result("Unknown tool: orders", false), "orders"))
                .as("the result of a call")
                .isFalse();
    }

    /** A search that is refused too finds nothing, which says nothing of the tool. */
    @ParameterizedTest
    @ValueSource(strings = {"too many calls; try again after 3 s", "execution failed: no such table: orders", ""})
    void otherFailuresAreNotOnesOfTheName(String failure) {
        assertThat(ToolNames.saysUnknown(refused(failure), "orders")).isFalse();
        assertThat(ToolNames.saysUnknown(result(failure, true), "orders")).isFalse();
    }

    private static ToolAnswer refused(String message) {
        return new ToolAnswer.Refused(-32602, message);
    }

    private static ToolAnswer result(String text, boolean failed) {
        var json = JsonMapper.shared().createObjectNode().put("isError", failed);
        json.putArray("content").addObject().put("type", "text").put("text", text);
        return new ToolAnswer.Result(json);
    }
}
