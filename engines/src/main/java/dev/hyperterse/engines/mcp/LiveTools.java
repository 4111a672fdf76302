package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.catalog.UpstreamDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * The tools that the other server has now, to compare them with those that are served. They are listed once for all tools of
 * an adapter, in memory of their own, and only their digests are kept.
 */
final class LiveTools {
    private static final long FRESH = Duration.ofSeconds(30).toNanos();
    private static final long MEMORY = 8 * 1024 * 1024;
    private static final long PAGE = 2 * 1024 * 1024;
    private static final int MOST_PAGES = 100;
    private static final int MOST_TOOLS = 5_000;
    private static final String CODE = "tools/list";

    private final McpClient client;
    private final LongSupplier clock;
    private final BufferBudget budget = new BufferBudget(MEMORY);
    private Optional<Listing> last = Optional.empty();

    LiveTools(McpClient client, LongSupplier clock) {
        this.client = client;
        this.clock = clock;
    }

    /** @param digests of the definitions, by name */
    private record Listing(long read, Map<String, String> digests) {}

    StatementCheck check(UpstreamCall call) throws InterruptedException {
        try {
            return compared(call, listing().digests());
        } catch (IOException | McpClient.Lost | McpClient.NoSession | TooMany | ResultTooLarge notListed) {
            return new StatementCheck.Unknown();
        }
    }

    private static StatementCheck compared(UpstreamCall call, Map<String, String> live) {
        var digest = live.get(call.tool());
        if (digest == null) {
            return refused("the MCP server has no tool '%s'".formatted(call.tool()));
        }
        return call.definition().filter(approved -> !approved.equals(digest)).isPresent()
                ? refused("the description or the schema of tool '%s' has changed on the MCP server since it was approved"
                        .formatted(call.tool()))
                : new StatementCheck.Accepted();
    }

    private static StatementCheck refused(String words) {
        return new StatementCheck.Refused(new EngineMessage(words, CODE), OptionalInt.empty());
    }

    private synchronized Listing listing()
            throws IOException, McpClient.Lost, McpClient.NoSession, InterruptedException {
        if (last.filter(it -> clock.getAsLong() - it.read() < FRESH).isEmpty()) {
            last = Optional.of(new Listing(clock.getAsLong(), list()));
        }
        return last.get();
    }

    private Map<String, String> list()
            throws IOException, McpClient.Lost, McpClient.NoSession, InterruptedException {
        var digests = new HashMap<String, String>();
        var cursors = new HashSet<String>();
        try (var text = budget.open(PAGE);
                var memory = budget.reservation()) {
            var space = new McpClient.Space(text, Optional.of(memory));
            var cursor = Optional.<String>empty();
            do {
                try (var page = new ToolPage(text)) {
                    var params = cursor.map(it -> "\"cursor\":" + Message.quoted(it)).orElse("");
                    var sent = client.send(CODE, Optional.empty(), params, CallOrigin.NONE, page, space);
                    if (!(sent.reply() instanceof Reply.Result)) {
                        client.forget(sent.session());
                        throw new TooMany();
                    }
                    page.tools().forEach(tool -> digests.putIfAbsent(
                            tool.path("name").asString(""), UpstreamDefinition.digest(tool)));
                    cursor = page.cursor().filter(cursors::add);
                }
                if (digests.size() > MOST_TOOLS || cursors.size() > MOST_PAGES) {
                    throw new TooMany();
                }
            } while (cursor.isPresent());
        }
        return Map.copyOf(digests);
    }

    /** There are more tools than are compared, or none are listed. */
    private static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMany() {
            super("the tools are not listed", null, false, false);
        }
    }
}
