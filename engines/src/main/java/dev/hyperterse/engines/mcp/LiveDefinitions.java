package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.UpstreamDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import tools.jackson.databind.JsonNode;

/**
 * The definitions that the other server has now, to compare them with those that are served. Those of a kind are listed once
 * for all of an adapter, in memory of their own, and only their digests are kept.
 */
final class LiveDefinitions {
    /** Long enough for one pass over all definitions of an adapter. */
    private static final long FRESH = Duration.ofSeconds(2).toNanos();

    private static final long MEMORY = 16 * 1024 * 1024;

    private final McpClient client;
    private final LongSupplier clock;
    private final BufferBudget budget = new BufferBudget(MEMORY);
    private final Map<UpstreamDefinition, Listing> last = new EnumMap<>(UpstreamDefinition.class);

    LiveDefinitions(McpClient client, LongSupplier clock) {
        this.client = client;
        this.clock = clock;
    }

    /** @param digests of the definitions, by that of their names; absent where the server has none of the kind */
    private record Listing(long read, Optional<Map<String, String>> digests) {}

    StatementCheck check(Action.OnServer action) throws InterruptedException {
        try {
            return listing(action.defines())
                    .digests()
                    .map(live -> compared(action, live))
                    .orElseGet(() -> refused(
                            action,
                            "the MCP server has no %ss"
                                    .formatted(action.defines().word())));
        } catch (IOException | McpClient.Lost | McpClient.NoSession | DefinitionList.Refused | CallFailure notListed) {
            return new StatementCheck.Unknown();
        }
    }

    private static StatementCheck compared(Action.OnServer action, Map<String, String> live) {
        var word = action.defines().word();
        var digest = live.get(Digest.of(action.named()));
        if (digest == null) {
            return refused(action, "the MCP server has no %s '%s'".formatted(word, action.named()));
        }
        return action.definition().filter(approved -> !approved.equals(digest)).isPresent()
                ? refused(
                        action,
                        "the definition of %s '%s' has changed on the MCP server since it was approved"
                                .formatted(word, action.named()))
                : new StatementCheck.Accepted();
    }

    private static StatementCheck refused(Action.OnServer action, String words) {
        return new StatementCheck.Refused(
                new EngineMessage(words, action.defines().method()), OptionalInt.empty());
    }

    private synchronized Listing listing(UpstreamDefinition kind)
            throws IOException, McpClient.Lost, McpClient.NoSession, DefinitionList.Refused, InterruptedException {
        var known = Optional.ofNullable(last.get(kind)).filter(it -> clock.getAsLong() - it.read() < FRESH);
        if (known.isPresent()) {
            return known.get();
        }
        var digests = DefinitionList.read(client, kind, budget, definition -> kept(kind, definition))
                .map(LiveDefinitions::byName);
        // A slow list is as fresh as a quick one.
        var listing = new Listing(clock.getAsLong(), digests);
        last.put(kind, listing);
        return listing;
    }

    /** Of a name only its digest, because the other server chooses how long its thousands of names are. */
    static Map.Entry<String, String> kept(UpstreamDefinition kind, JsonNode definition) {
        return Map.entry(Digest.of(kind.key(definition)), kind.digest(definition));
    }

    /** Of two definitions with one name the first counts, as it does for clients. */
    private static Map<String, String> byName(List<Map.Entry<String, String>> listed) {
        var digests = new HashMap<String, String>();
        listed.forEach(definition -> digests.putIfAbsent(definition.getKey(), definition.getValue()));
        return Map.copyOf(digests);
    }
}
