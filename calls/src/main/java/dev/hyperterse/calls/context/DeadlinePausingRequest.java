package dev.hyperterse.calls.context;

import dev.hyperterse.calls.deadline.CallScope;
import java.util.function.Consumer;

/** A request to a client. The deadline of the call is paused until the reply arrives or the request is withdrawn. */
public final class DeadlinePausingRequest implements PendingRequest, Consumer<ClientReply> {
    private final CallScope scope;
    private final Consumer<ClientReply> reply;
    private PendingRequest request = PendingRequest.NONE;
    private boolean settled;

    public DeadlinePausingRequest(CallScope scope, Consumer<ClientReply> reply) {
        this.scope = scope;
        this.reply = reply;
        scope.pause();
    }

    public synchronized void sent(PendingRequest sent) {
        request = sent;
    }

    @Override
    public void accept(ClientReply answer) {
        if (settle()) {
            reply.accept(answer);
        }
    }

    @Override
    public void close() {
        if (settle()) {
            request.close();
        }
    }

    /** Holds the lock until the deadline continues, so that the scope is not closed in between. */
    private synchronized boolean settle() {
        if (settled) {
            return false;
        }
        settled = true;
        scope.resume();
        return true;
    }
}
