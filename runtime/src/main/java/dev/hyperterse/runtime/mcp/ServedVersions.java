package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.mcp.call.RpcError;
import java.util.List;
import java.util.Map;

/**
 * The protocol versions whose requests are served, newest first. A request that names another is refused with these.
 */
public record ServedVersions(List<String> newestFirst) {
    private static final int UNSUPPORTED = -32022;

    public ServedVersions {
        newestFirst = List.copyOf(newestFirst);
    }

    public RpcError refusal(String requested) {
        return new RpcError(
                400,
                UNSUPPORTED,
                "Unsupported protocol version",
                Map.of("supported", newestFirst, "requested", requested));
    }
}
