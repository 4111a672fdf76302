package dev.hyperterse.http.connection;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** A connection of the server, counted and watched for as long as it lasts. */
final class StrictConnection implements ServerConnection, InterruptableTask<Void> {
    /** The connection whose request is answered. */
    static final ScopedValue<StrictConnection> CURRENT = ScopedValue.newInstance();

    private final ServerConnection connection;
    private final Arrivals arrivals;
    private final RequestBytes bytes;
    private final OpenConnections connections;
    private final byte[] fullAnswer;

    /** @param fullAnswer what is answered when there is no place for it */
    StrictConnection(
            ServerConnection connection,
            Arrivals arrivals,
            RequestBytes bytes,
            OpenConnections connections,
            byte[] fullAnswer) {
        this.connection = connection;
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
            ScopedValue.where(CURRENT, this).<Boolean, InterruptedException>call(() -> {
                answerAll(limit);
                return true;
            });
        } finally {
            connections.leave(arrivals);
        }
    }

    void onEnd(Runnable ended) {
        arrivals.onEnd(ended);
    }

    boolean becomesStream() {
        return bytes.becomesStream();
    }

    private void answerAll(Limit limit) throws InterruptedException {
        try {
            connection.handle(limit);
        } finally {
            bytes.discardRest();
        }
    }

    /** The server asks this when it stops; without it, a connection between requests would hold it up. */
    @Override
    public boolean canInterrupt() {
        return connection instanceof InterruptableTask<?> task && task.canInterrupt();
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
