package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.UpstreamDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * The tools that the other server has now, to compare them with those that are served. They are listed once for all tools of
 * an adapter, in memory of their own, and only their digests are kept.
 */
final class LiveTools {
    /** Long enough for one pass over all tools of an adapter. */
    private static final long FRESH = Duration.ofSeconds(2).toNanos();

    private static final long MEMORY = 16 * 1024 * 1024;

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
        } catch (IOException | McpClient.Lost | McpClient.NoSession | ToolList.Refused | CallFailure notListed) {
            return new StatementCheck.Unknown();
        }
    }

    private static StatementCheck compared(UpstreamCall call, Map<String, String> live) {
        var digest = live.get(call.tool());
        if (digest == null) {
            return refused("the MCP server has no tool '%s'".formatted(call.tool()));
        }
        return call.definition().filter(approved -> !approved.equals(digest)).isPresent()
                ? refused(
                        "the description or the schema of tool '%s' has changed on the MCP server since it was approved"
                                .formatted(call.tool()))
                : new StatementCheck.Accepted();
    }

    private static StatementCheck refused(String words) {
        return new StatementCheck.Refused(new EngineMessage(words, ToolList.METHOD), OptionalInt.empty());
    }

    private synchronized Listing listing()
            throws IOException, McpClient.Lost, McpClient.NoSession, ToolList.Refused, InterruptedException {
        if (last.filter(it -> clock.getAsLong() - it.read() < FRESH).isEmpty()) {
            var digests = list();
            // A slow list is as fresh as a quick one.
            last = Optional.of(new Listing(clock.getAsLong(), digests));
        }
        return last.get();
    }

    private Map<String, String> list()
            throws IOException, McpClient.Lost, McpClient.NoSession, ToolList.Refused, InterruptedException {
        var digests = new HashMap<String, String>();
        ToolList.read(
                        client,
                        budget,
                        tool -> Map.entry(tool.path("name").asString(""), UpstreamDefinition.TOOL.digest(tool)))
                .forEach(tool -> digests.putIfAbsent(tool.getKey(), tool.getValue()));
        return Map.copyOf(digests);
    }
}
