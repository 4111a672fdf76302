package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.engines.mcp.message.Message;
import dev.hyperterse.engines.mcp.message.NotMcp;
import dev.hyperterse.engines.mcp.message.Reply;
import dev.hyperterse.engines.mcp.message.ToolPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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

    /** @param kept what is kept of each definition */
    static <T> List<T> read(McpClient client, BufferBudget budget, Function<JsonNode, T> kept)
            throws IOException, McpClient.Lost, McpClient.NoSession, Refused, InterruptedException {
        var tools = new ArrayList<T>();
        var cursors = new HashSet<String>();
        try (var text = budget.open(PAGE);
                var memory = budget.reservation();
                var page = new ToolPage<>(text, kept)) {
            var space = new McpClient.Space(text, Optional.of(memory));
            var cursor = Optional.<String>empty();
            do {
                var params =
                        cursor.map(it -> "\"cursor\":" + Message.quoted(it)).orElse("");
                var sent = client.send(METHOD, Optional.empty(), params, CallOrigin.NONE, page, space);
                if (sent.reply() instanceof Reply.Refusal refusal) {
                    client.forgetIfUnknown(sent.session(), refusal, space);
                    throw new Refused(refusal);
                }
                tools.addAll(page.tools());
                cursor = page.cursor().filter(cursors::add);
                if (tools.size() > MOST_TOOLS || cursors.size() > MOST_PAGES) {
                    throw new NotMcp(
                            "the MCP server lists more than %d tools or %d pages".formatted(MOST_TOOLS, MOST_PAGES));
                }
            } while (cursor.isPresent());
            return tools;
        }
    }
}
