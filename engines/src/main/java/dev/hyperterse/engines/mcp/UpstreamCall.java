package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.Action;
import java.util.Optional;

/**
 * A call of another server.
 *
 * @param action with the definition that was approved
 * @param origin the call that it is made for
 * @param memory of the call, which must be reserved for what is read; absent in a check
 */
public record UpstreamCall(
        Action.OnServer action, UpstreamRequest request, CallOrigin origin, Optional<Reservation> memory) {
    /** Whether it may be sent again. */
    boolean readOnly() {
        return action.readOnly();
    }
}
