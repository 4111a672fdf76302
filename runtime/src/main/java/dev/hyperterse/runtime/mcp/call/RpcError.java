package dev.hyperterse.runtime.mcp.call;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * An error of JSON-RPC. {@code data} is written as JSON; empty means none.
 *
 * @param httpStatus the status of the HTTP response; errors of a well-formed request have 200
 */
public record RpcError(int httpStatus, int code, String message, Map<String, Object> data) {
    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;
    public static final int CALL_FAILED = -32000;
    private static final int HEADER_MISMATCH = -32020;

    private static final String RETRY_AFTER = "retryAfterSeconds";

    public RpcError {
        data = Map.copyOf(data);
    }

    public static RpcError of(int code, String message) {
        return new RpcError(200, code, message, Map.of());
    }

    public static RpcError invalidParams(String explanation) {
        return of(INVALID_PARAMS, "Invalid params: " + explanation);
    }

    /** A header that repeats a part of the message differs from it or is missing. */
    public static RpcError headerMismatch(String explanation) {
        return badRequest(HEADER_MISMATCH, "Header mismatch: " + explanation);
    }

    public static RpcError starting() {
        return new RpcError(503, CALL_FAILED, "the server is starting", Map.of());
    }

    /** @param whose the limited caller, tool or server */
    public static RpcError tooManyCalls(int code, String whose, Duration retryAfter) {
        return retried(
                429,
                code,
                "too many calls of %s: try again after %d s".formatted(whose, seconds(retryAfter)),
                retryAfter);
    }

    /** A retry may succeed after that time. */
    public static RpcError retried(int httpStatus, int code, String message, Duration after) {
        return new RpcError(httpStatus, code, message, Map.of(RETRY_AFTER, seconds(after)));
    }

    private static long seconds(Duration after) {
        return Math.max(1, after.plusNanos(999_999_999).toSeconds());
    }

    /** The seconds after which the same may succeed, where that is known. */
    Optional<Long> retryAfterSeconds() {
        return Optional.ofNullable(data.get(RETRY_AFTER)).map(Long.class::cast);
    }

    /** A message is larger than the settings of the server allow. */
    public static RpcError tooLarge() {
        return new RpcError(413, INVALID_REQUEST, "Invalid request: larger than limits.maxRequestSize", Map.of());
    }

    /** The request itself is unusable, which the HTTP status shows as well. */
    public static RpcError badRequest(int code, String message) {
        return new RpcError(400, code, message, Map.of());
    }
}
