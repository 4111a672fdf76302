package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.engines.http.HttpEndpoint;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Lists the definitions of another server once, for the people who approve them. */
public final class ListedDefinitions {
    private static final long MEMORY = 64 * 1024 * 1024;

    private ListedDefinitions() {}

    /**
     * The definitions as the server lists them; a kind that it does not have is missing. The thread must be virtual, as for
     * calls.
     *
     * @param kinds those to list
     * @throws CallFailure when they cannot be listed
     */
    public static Map<UpstreamDefinition, List<JsonNode>> of(
            McpAdapter adapter, Set<UpstreamDefinition> kinds, CallScope scope) {
        try (var endpoint = new HttpEndpoint(adapter.adapter(), adapter.engine(), adapter.values(), new Permits(1))) {
            var client = new McpClient(endpoint.of(Optional.empty()), Courtesy.USUAL, Optional.empty(), false);
            return endpoint.run(scope, () -> {
                try {
                    var lists = new EnumMap<UpstreamDefinition, List<JsonNode>>(UpstreamDefinition.class);
                    for (var kind : kinds) {
                        DefinitionList.read(client, kind, new BufferBudget(MEMORY), Function.identity())
                                .ifPresent(list -> lists.put(kind, list));
                    }
                    return lists;
                } catch (McpClient.NoSession none) {
                    throw Failures.of(none.refusal(), client.endpoint());
                } catch (DefinitionList.Refused refused) {
                    throw Failures.of(refused.refusal(), client.endpoint());
                } catch (McpClient.Lost lost) {
                    throw failure(lost.why());
                } catch (IOException failed) {
                    throw failure(failed);
                } finally {
                    end(client);
                }
            });
        }
    }

    private static void end(McpClient client) {
        try {
            Courtesy.USUAL.inBackground(client::end).join();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static CallFailure failure(IOException why) {
        return new CallFailure(
                Stage.UNAVAILABLE, Failures.words(why).orElse("the connection to the MCP server was lost"));
    }
}
