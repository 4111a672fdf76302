package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.memory.Reservation;
import java.util.Optional;

/**
 * A call of a tool of another server.
 *
 * @param arguments a JSON object; absent until the call gives those of its caller
 * @param readOnly whether it may be sent again
 * @param definition the digest of the definition that was approved
 * @param origin the call that it is made for
 * @param memory of the call, which must be reserved for what is read; absent in a check
 */
public record UpstreamCall(
        String tool,
        Optional<String> arguments,
        boolean readOnly,
        Optional<String> definition,
        CallOrigin origin,
        Optional<Reservation> memory) {
    UpstreamCall within(CallOrigin call, String given) {
        return new UpstreamCall(tool, arguments.or(() -> Optional.of(given)), readOnly, definition, call, memory);
    }
}
