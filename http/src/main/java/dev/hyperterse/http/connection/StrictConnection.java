package dev.hyperterse.http.connection;

import dev.hyperterse.http.socket.ChunkedBody;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.spi.ServerConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/** A connection of the server, counted and watched for as long as it lasts. */
final class StrictConnection implements ServerConnection, InterruptableTask<Void> {
    /** The connection whose request is answered. */
    static final ScopedValue<StrictConnection> CURRENT = ScopedValue.newInstance();

    private final ServerConnection connection;
    private final StrictContext context;
    private final Arrivals arrivals;
    private final RequestBytes bytes;
    private final OpenConnections connections;
    private final byte[] fullAnswer;
    private boolean isFirstRequest = true;
    private volatile boolean isNew;

    /** @param fullAnswer what is answered when there is no place for it */
    StrictConnection(
            ServerConnection connection,
            StrictContext context,
            Arrivals arrivals,
            RequestBytes bytes,
            OpenConnections connections,
            byte[] fullAnswer) {
        this.connection = connection;
        this.context = context;
        this.arrivals = arrivals;
        this.bytes = bytes;
        this.connections = connections;
        this.fullAnswer = fullAnswer;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        if (!connections.admit(arrivals)) {
            // Refused unread: a waiting client would hold as much memory as a served one.
            arrivals.refuse(fullAnswer);
            return;
        }
        try {
            answerAll(limit);
        } finally {
            connections.leave(arrivals);
        }
    }

    void onEnd(Runnable ended) {
        arrivals.onEnd(ended);
    }

    OutputStream rest() {
        return new ChunkedBody(context.dataWriter());
    }

    /** Whatever may wait for long is called from here, because a thread holds its stack while it waits. */
    private void answerAll(Limit limit) throws InterruptedException {
        try {
            boolean goesOn = begins();
            while (goesOn) {
                var left = serve(limit);
                boolean another = left == Unwound.BETWEEN_REQUESTS || left.response.isPresent() && continued(left);
                isFirstRequest = false;
                goesOn = another && bytes.begins();
            }
        } finally {
            bytes.discardRest();
        }
    }

    /** Awaits the first request, of which the server knows nothing yet. */
    private boolean begins() {
        isNew = true;
        try {
            return bytes.begins();
        } finally {
            isNew = false;
        }
    }

    /**
     * Why the server has returned: between two requests, for a stream, or at the end. Caught within the scope, because the
     * JVM writes each throwable that leaves one into its log of events.
     */
    private Unwound serve(Limit limit) throws InterruptedException {
        return ScopedValue.where(CURRENT, this).<Unwound, InterruptedException>call(() -> {
            try {
                connection.handle(limit);
                return Unwound.END;
            } catch (Unwound left) {
                return left;
            }
        });
    }

    /** Whether another request may follow the stream. */
    private boolean continued(Unwound stream) {
        // Unread bytes of a body, which a GET should not have, would be taken for the next request.
        boolean isRead = bytes.isBetweenRequests() && context.dataReader().available() == 0;
        boolean last = stream.last || !isRead;
        context.forgetRequest(last);
        bytes.forgetRequest();
        // The stack of a thread stays as deep as it has waited once.
        boolean isShallow = isFirstRequest && stream.isShallow && !arrivals.haveWaitedWithin();
        int held = connections.beginStream(arrivals, isShallow);
        boolean hasPlace;
        try {
            stream.response.get().writeRest();
        } catch (IOException gone) {
            throw new CloseConnectionException("the client of a stream has disconnected", gone);
        } finally {
            hasPlace = connections.endStream(arrivals, held);
        }
        return !last && hasPlace;
    }

    /** Lets the server return from within its loop of requests, although nothing has failed. */
    static final class Unwound extends CloseConnectionException {
        static final Unwound BETWEEN_REQUESTS = new Unwound(Optional.empty(), false, false);
        private static final Unwound END = new Unwound(Optional.empty(), false, true);
        private static final long serialVersionUID = 1;

        private final transient Optional<StrictConnections.BegunResponse> response;
        private final boolean isShallow;
        private final boolean last;

        /**
         * @param response the rest of a response
         * @param isShallow whether its request has waited for nothing
         */
        Unwound(Optional<StrictConnections.BegunResponse> response, boolean isShallow, boolean last) {
            super("the connection goes on");
            this.response = response;
            this.isShallow = isShallow;
            this.last = last;
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    /** The server asks this when it stops; without it, a connection between requests would hold it up. */
    @Override
    public boolean canInterrupt() {
        return isNew || connection instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    @Override
    public Duration idleTime() {
        return connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
        connection.close(interrupt);
    }
}
