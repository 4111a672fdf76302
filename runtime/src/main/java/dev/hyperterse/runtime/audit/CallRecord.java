package dev.hyperterse.runtime.audit;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerIdentity;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The record of one call.
 *
 * @param name sent by the client
 * @param definition the tool of that name, even if the caller may not see it
 * @param outcome {@code completed}, the stage that ended the call, or the reason why there was none
 * @param reason the code of the decision point, if it was asked
 * @param rows of the result
 * @param span of the call, or of the client where the call is not traced
 * @param arguments if they are part of the record
 */
public record CallRecord(
        ServerIdentity server,
        Revision revision,
        String method,
        String name,
        Optional<LeafIdentity> definition,
        Principal principal,
        String outcome,
        Optional<String> reason,
        OptionalInt rows,
        Duration took,
        Optional<SpanIdentity> span,
        Optional<ShownArguments> arguments) {
    /** The record of a server that keeps no arguments. */
    public CallRecord withoutArguments() {
        return new CallRecord(
                server,
                revision,
                method,
                name,
                definition,
                principal,
                outcome,
                reason,
                rows,
                took,
                span,
                Optional.empty());
    }
}
