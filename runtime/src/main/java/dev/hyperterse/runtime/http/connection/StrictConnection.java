package dev.hyperterse.runtime.http.connection;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** A connection of the server, watched for as long as it lasts. */
final class StrictConnection implements ServerConnection, InterruptableTask<Void> {
    /** The connection whose request is answered. */
    static final ScopedValue<Arrivals> CURRENT = ScopedValue.newInstance();

    private final ServerConnection connection;
    private final Arrivals arrivals;
    private final ReadWatchdog watchdog;

    StrictConnection(ServerConnection connection, Arrivals arrivals, ReadWatchdog watchdog) {
        this.connection = connection;
        this.arrivals = arrivals;
        this.watchdog = watchdog;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        watchdog.add(arrivals);
        try {
            ScopedValue.where(CURRENT, arrivals).<Boolean, InterruptedException>call(() -> {
                connection.handle(limit);
                return true;
            });
        } finally {
            watchdog.remove(arrivals);
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
