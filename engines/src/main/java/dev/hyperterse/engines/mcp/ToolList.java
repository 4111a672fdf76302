package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.engines.mcp.message.Message;
import dev.hyperterse.engines.mcp.message.NotMcp;
import dev.hyperterse.engines.mcp.message.Reply;
import dev.hyperterse.engines.mcp.message.ToolPage;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Reads the list of tools of another server, page after page, within bounds. */
final class ToolList {
    static final String METHOD = "tools/list";

    private static final long PAGE = 4 * 1024 * 1024;
    private static final int MOST_PAGES = 100;
    private static final int MOST_TOOLS = 5_000;

    private ToolList() {}

    /** The server does not list its tools. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Reply.Refusal refusal;

        private Refused(Reply.Refusal refusal) {
            this.refusal = refusal;
        }

        Reply.Refusal refusal() {
            return refusal;
        }
    }

    static void read(McpClient client, BufferBudget budget, Consumer<JsonNode> tools)
            throws IOException, McpClient.Lost, McpClient.NoSession, Refused, InterruptedException {
        var count = 0;
        var cursors = new HashSet<String>();
        try (var text = budget.open(PAGE);
                var memory = budget.reservation();
                var page = new ToolPage(text)) {
            var space = new McpClient.Space(text, Optional.of(memory));
            var cursor = Optional.<String>empty();
            do {
                var params =
                        cursor.map(it -> "\"cursor\":" + Message.quoted(it)).orElse("");
                var sent = client.send(METHOD, Optional.empty(), params, CallOrigin.NONE, page, space);
                if (sent.reply() instanceof Reply.Refusal refusal) {
                    client.forget(sent.session());
                    throw new Refused(refusal);
                }
                count += page.tools().size();
                cursor = page.cursor().filter(cursors::add);
                if (count > MOST_TOOLS || cursors.size() > MOST_PAGES) {
                    throw new NotMcp(
                            "the MCP server lists more than %d tools or %d pages".formatted(MOST_TOOLS, MOST_PAGES));
                }
                page.tools().forEach(tools);
            } while (cursor.isPresent());
        }
    }
}
