package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.UndeclaredCapability;
import java.time.Duration;
import java.util.Optional;

/** The errors of one era, where the eras differ. */
public interface EraErrors {
    /** There is no resource at that URI. */
    RpcError unknownResource(String uri);

    /** The tool that {@code execute} is to run is not there. */
    RpcError unknownTool(String name);

    /** A call failed that has no result to say it in. */
    RpcError callFailed(String reason);

    /** A call ended because its client cannot be asked; empty where that is said as of any other failure. */
    Optional<RpcError> undeclared(UndeclaredCapability failure);

    /** So many calls of that have begun that this one does not. */
    RpcError tooManyCalls(String whose, Duration retryAfter);

    /** Whether entry tools say it in their result, where the settings of the server leave that to the era. */
    boolean entryToolsFailInResults();
}
