package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The running calls: limits their number, and cancels one of them or all. */
public final class InFlightCalls {
    private final DeadlineTimer deadlines;
    private final AtomicInteger running = new AtomicInteger();
    private final Set<InFlight> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean shutDown;

    public InFlightCalls(DeadlineTimer deadlines) {
        this.deadlines = deadlines;
    }

    /** A running call, compared by identity: a client may use an id twice. */
    public final class InFlight implements AutoCloseable {
        private final Supplier<Optional<Object>> client;
        private final PostedMessage request;
        private final Optional<CallScope> batch;
        private final CallScope scope;
        private final CallScope.Listener withBatch;

        private InFlight(
                Supplier<Optional<Object>> client, PostedMessage request, Optional<CallScope> batch, CallScope scope) {
            this.client = client;
            this.request = request;
            this.batch = batch;
            this.scope = scope;
            this.withBatch = scope::end;
        }

        public CallScope scope() {
            return scope;
        }

        private boolean is(Object asking, JsonNode requestId) {
            return client.get().filter(asking::equals).isPresent()
                    && JsonMapper.shared().readTree(request.raw(Member.ID)).equals(requestId);
        }

        @Override
        public void close() {
            batch.ifPresent(whole -> whole.forget(withBatch));
            scope.close();
            calls.remove(this);
            running.decrementAndGet();
        }
    }

    /**
     * Begins a call; empty when the limit is reached. The call must be closed; the end of its batch cancels it.
     *
     * @param client that may cancel it by its id, asked when one does
     */
    public Optional<InFlight> begin(
            Supplier<Optional<Object>> client,
            PostedMessage request,
            Optional<CallScope> batch,
            int concurrentCalls,
            TimeLimit limit) {
        if (running.incrementAndGet() > concurrentCalls) {
            running.decrementAndGet();
            return Optional.empty();
        }
        var call = new InFlight(client, request, batch, CallScope.open(deadlines, limit));
        calls.add(call);
        batch.ifPresent(whole -> whole.listen(call.withBatch));
        if (shutDown) {
            call.scope.end(CallScope.End.SHUTDOWN);
        }
        return Optional.of(call);
    }

    /** Cancels the calls of a client with that id, if there are any. */
    public void cancel(Object client, byte[] id) {
        var requestId = JsonMapper.shared().readTree(id);
        for (var call : calls) {
            if (call.is(client, requestId)) {
                call.scope.end(CallScope.End.CLIENT);
            }
        }
    }

    public int running() {
        return running.get();
    }

    /** Cancels all running calls, and all that begin later. */
    public void endAll() {
        shutDown = true;
        calls.forEach(call -> call.scope.end(CallScope.End.SHUTDOWN));
    }
}
