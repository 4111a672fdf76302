package dev.hyperterse.runtime.connector;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.runtime.call.CallFailure;

/**
 * The failures of calls whose result exceeds a limit. An engine sends a result after the statement or command took effect, so
 * the failure warns a client that would repeat the call.
 */
public final class RefusedResult {
    private RefusedResult() {}

    /** @param what ran: a statement or a command */
    public static CallFailure of(CallFailure limit, Adapter.Access access, String what) {
        return switch (access) {
            case ReadOnly -> limit;
            case ReadWrite ->
                new CallFailure(limit.stage(), "%s; the %s may have taken effect".formatted(limit.getMessage(), what));
        };
    }
}
