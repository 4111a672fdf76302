package dev.hyperterse.calls.context;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.PathSegments;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.calls.deadline.CallScope;
import java.util.function.Consumer;

/**
 * The context of a call, beside its arguments.
 *
 * @param principal the caller
 * @param client the program of the caller, and the way to notify it before the result
 * @param scope the deadline and cancellation
 * @param trace the span, if the call is traced
 * @param headers of the request that made it
 * @param segments of the URL that the request was sent to
 */
public record CallContext(
        Principal principal,
        Client client,
        CallScope scope,
        CallTrace trace,
        RequestHeaders headers,
        PathSegments segments) {
    /** The context of a call that is not traced. */
    public CallContext(Principal principal, Client client, CallScope scope) {
        this(principal, client, scope, CallTrace.NONE, RequestHeaders.NONE, PathSegments.NONE);
    }

    /** The context of a call by a script; the client is not notified of it. */
    public CallContext within(Client other, CallScope inner, CallTrace span) {
        return new CallContext(principal, other, inner, span, headers, segments);
    }

    /** Asks the client. The deadline of the call is paused until the reply, or until the returned request is closed. */
    public PendingRequest ask(String key, ClientRequest request, Consumer<ClientReply> reply) {
        var pending = new DeadlinePausingRequest(scope, reply);
        pending.sent(client.ask(key, request, pending));
        return pending;
    }
}
