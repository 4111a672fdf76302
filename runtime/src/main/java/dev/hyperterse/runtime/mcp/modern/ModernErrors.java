package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.runtime.mcp.DeclaredCapabilities;
import dev.hyperterse.runtime.mcp.call.EraErrors;
import dev.hyperterse.runtime.mcp.call.RpcError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The error codes of the modern era. Own codes are outside of the range that JSON-RPC reserves. */
final class ModernErrors implements EraErrors {
    /** The numbers of the HTTP statuses. */
    private static final int TOO_MANY_CALLS = 429;

    private static final int BUSY = 503;

    private static final int MISSING_CAPABILITY = -32021;

    static RpcError busy(String what) {
        return RpcError.retried(503, BUSY, "busy: " + what, Duration.ofSeconds(1));
    }

    /** A request about tasks of a client that has not declared to know them. */
    static RpcError noTasks() {
        return missing(
                "the client has not declared the extension '%s'".formatted(DeclaredCapabilities.TASKS),
                List.of("extensions", DeclaredCapabilities.TASKS));
    }

    private static RpcError missing(String message, List<String> path) {
        Map<String, Object> required = Map.of();
        for (var name : path.reversed()) {
            required = Map.of(name, required);
        }
        return new RpcError(400, MISSING_CAPABILITY, message, Map.of("requiredCapabilities", required));
    }

    static RpcError noEventStream() {
        return new RpcError(
                406,
                RpcError.INVALID_REQUEST,
                "Invalid request: the response is an event stream, so the Accept header must have"
                        + " text/event-stream",
                Map.of());
    }

    @Override
    public RpcError unknownMethod(String method) {
        return new RpcError(404, RpcError.METHOD_NOT_FOUND, "Method not found: " + method, Map.of());
    }

    @Override
    public RpcError unknownResource(String uri) {
        return new RpcError(200, RpcError.INVALID_PARAMS, "Resource not found", Map.of("uri", uri));
    }

    @Override
    public RpcError unknownTool(String message) {
        return RpcError.of(RpcError.INVALID_PARAMS, message);
    }

    @Override
    public RpcError callFailed(String reason) {
        return RpcError.of(RpcError.INTERNAL_ERROR, reason);
    }

    @Override
    public RpcError tooManyCalls(String whose, Duration retryAfter) {
        return RpcError.tooManyCalls(TOO_MANY_CALLS, whose, retryAfter);
    }

    @Override
    public Optional<RpcError> undeclared(UndeclaredCapability failure) {
        return Optional.of(missing(failure.getMessage(), failure.path()));
    }
}
