package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.engines.http.HttpEndpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Lists the definitions of another server once, for the people who approve them. */
public final class ListedDefinitions {
    private static final long MEMORY = 64 * 1024 * 1024;

    private ListedDefinitions() {}

    /**
     * The definitions as the server lists them. The thread must be virtual, as for calls.
     *
     * @throws CallFailure when they cannot be listed
     */
    public static List<JsonNode> of(McpAdapter adapter, CallScope scope) {
        var tools = new ArrayList<JsonNode>();
        try (var endpoint = new HttpEndpoint(adapter.adapter(), adapter.engine(), adapter.values(), new Permits(1))) {
            var client = new McpClient(endpoint);
            endpoint.run(scope, () -> {
                try {
                    ToolList.read(client, new BufferBudget(MEMORY), tools::add);
                    return true;
                } catch (McpClient.NoSession none) {
                    throw Failures.of(none.refusal(), endpoint.hidden());
                } catch (ToolList.Refused refused) {
                    throw Failures.of(refused.refusal(), endpoint.hidden());
                } catch (McpClient.Lost lost) {
                    throw failure(lost.why());
                } catch (IOException failed) {
                    throw failure(failed);
                }
            });
        }
        return tools;
    }

    private static CallFailure failure(IOException why) {
        return new CallFailure(
                Stage.UNAVAILABLE, Failures.words(why).orElse("the connection to the MCP server was lost"));
    }
}
