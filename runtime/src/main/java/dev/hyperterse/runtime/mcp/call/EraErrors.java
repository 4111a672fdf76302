package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.context.UndeclaredCapability;
import java.time.Duration;
import java.util.Optional;

/** The errors of one era, where the eras differ. */
public interface EraErrors {
    RpcError unknownMethod(String method);

    /** The resource does not exist for the caller. */
    RpcError unknownResource(String uri);

    /** The tool that {@code execute} names does not exist for the caller. */
    RpcError unknownTool(String message);

    /** A call failed, and its method has no result for failures. */
    RpcError callFailed(String reason);

    /** The error for an undeclared capability; empty if the era has none of its own. */
    Optional<RpcError> undeclared(UndeclaredCapability failure);

    /** A rate limit refused the call. @param whose the limited caller, tool or server */
    RpcError tooManyCalls(String whose, Duration retryAfter);
}
