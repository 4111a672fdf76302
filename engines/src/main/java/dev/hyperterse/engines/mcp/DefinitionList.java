package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.engines.mcp.message.DefinitionPage;
import dev.hyperterse.engines.mcp.message.Message;
import dev.hyperterse.engines.mcp.message.NotMcp;
import dev.hyperterse.engines.mcp.message.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Reads a list of definitions of another server, page after page, within bounds. */
final class DefinitionList {
    private static final long PAGE = 4 * 1024 * 1024;
    private static final int SERVER_ERROR = 500;
    private static final int MOST_PAGES = 100;
    private static final int MOST_DEFINITIONS = 5_000;

    private DefinitionList() {}

    /** The server does not list them. */
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

    /**
     * The list; empty where the server has no definitions of the kind.
     *
     * @param kept what is kept of each definition
     */
    static <T> Optional<List<T>> read(
            McpClient client, UpstreamDefinition kind, BufferBudget budget, Function<JsonNode, T> kept)
            throws IOException, McpClient.Lost, McpClient.NoSession, Refused, InterruptedException {
        var definitions = new ArrayList<T>();
        var cursors = new HashSet<String>();
        try (var text = budget.open(PAGE);
                var memory = budget.reservation();
                var page = new DefinitionPage<>(kind, text, kept)) {
            var space = new McpClient.Space(text, Optional.of(memory));
            var cursor = Optional.<String>empty();
            do {
                var params =
                        cursor.map(it -> "\"cursor\":" + Message.quoted(it)).orElse("");
                var sent = client.send(kind.method(), Optional.empty(), Map::of, params, CallOrigin.NONE, page, space);
                if (sent.reply() instanceof Reply.Refusal refusal) {
                    // Declarations of a session say nothing of a server that has been restarted since.
                    if (client.forgetIfUnknown(sent.session(), refusal, space)
                            || !isWithout(kind, sent.session(), refusal)) {
                        throw new Refused(refusal);
                    }
                    return Optional.empty();
                }
                definitions.addAll(page.definitions());
                cursor = page.cursor().filter(cursors::add);
                if (definitions.size() > MOST_DEFINITIONS || cursors.size() > MOST_PAGES) {
                    throw new NotMcp("the MCP server lists more than %d %ss or %d pages"
                            .formatted(MOST_DEFINITIONS, kind.word(), MOST_PAGES));
                }
            } while (cursor.isPresent());
            return Optional.of(definitions);
        }
    }

    /** Some servers refuse what they do not declare by an error of their own. */
    private static boolean isWithout(UpstreamDefinition kind, Session session, Reply.Refusal refusal) {
        return refusal.isOfMethod()
                || refusal.response().status() < SERVER_ERROR
                        && !refusal.isOfCredentials()
                        && !refusal.isForNow()
                        && !refusal.isOfProtocol()
                        && !session.capabilities().contains(capability(kind));
    }

    private static String capability(UpstreamDefinition kind) {
        return switch (kind) {
            case TOOL, PROMPT, RESOURCE -> kind.list();
            case TEMPLATE -> UpstreamDefinition.RESOURCE.list();
        };
    }
}
