package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.runtime.mcp.call.EraErrors;
import dev.hyperterse.runtime.mcp.call.RpcError;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The codes of the legacy era, which are those of JSON-RPC and of its range for servers. */
final class LegacyErrors implements EraErrors {
    private static final int SESSION_NOT_FOUND = -32001;
    private static final int RESOURCE_NOT_FOUND = -32002;

    RpcError unknownSession() {
        return new RpcError(404, SESSION_NOT_FOUND, "Session not found", Map.of());
    }

    @Override
    public RpcError unknownMethod(String method) {
        return RpcError.of(RpcError.METHOD_NOT_FOUND, "Method not found: " + method);
    }

    @Override
    public RpcError unknownResource(String uri) {
        return new RpcError(200, RESOURCE_NOT_FOUND, "Resource not found", Map.of("uri", uri));
    }

    @Override
    public RpcError unknownTool(String message) {
        return RpcError.of(RpcError.METHOD_NOT_FOUND, message);
    }

    @Override
    public RpcError callFailed(String reason) {
        return RpcError.of(RpcError.CALL_FAILED, reason);
    }

    @Override
    public RpcError tooManyCalls(String whose, Duration retryAfter) {
        return RpcError.tooManyCalls(RpcError.CALL_FAILED, whose, retryAfter);
    }

    @Override
    public Optional<RpcError> undeclared(UndeclaredCapability failure) {
        return Optional.empty();
    }
}
