package dev.hyperterse.telemetry.logging;

import dev.hyperterse.catalog.server.LogLevel;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.SubstituteLoggerFactory;

/**
 * Where lines go and which are wanted; both can change while the process runs, and every logger follows at once. SLF4J
 * keeps the one instance of a process, see {@link #ofThisProcess()}.
 */
public final class LogOutput implements ILoggerFactory {
    private static final String OWN_PACKAGE = "dev.hyperterse.";

    /**
     * Of the Kubernetes client: warns at each start that the kinds of this product have no stable version yet, and of each
     * watch whose connection is lost that it could not be closed either. Of the operator SDK: that a reconciliation failed,
     * which is logged with the server by who reconciles.
     */
    private static final Set<String> WARN_OF_NOTHING = Set.of(
            "io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils",
            "io.fabric8.kubernetes.client.jdkhttp.JdkWebSocketImpl",
            "io.javaoperatorsdk.operator.processing.event.EventProcessor");

    /** Tries again what failed, with a line and a stack each time; an outage is reported by this product, once. */
    private static final String KUBERNETES_CLIENT = "io.fabric8.kubernetes.client.";

    private static final String CLIENT_CLOSED = "Client already closed";

    static final LogOutput OF_THIS_PROCESS = new LogOutput(System.err);

    private final PrintStream stream;
    private volatile Level threshold = Level.INFO;
    private volatile LogFormat format = LogFormat.Json;

    LogOutput(PrintStream stream) {
        this.stream = stream;
    }

    /** The output that SLF4J's loggers of this process write to. */
    public static LogOutput ofThisProcess() {
        return among(LoggerFactory.getILoggerFactory());
    }

    /** While SLF4J starts on one thread it gives a stand-in to all others; any other factory is another provider's. */
    static LogOutput among(ILoggerFactory factory) {
        if (factory == OF_THIS_PROCESS || factory instanceof SubstituteLoggerFactory) {
            return OF_THIS_PROCESS;
        }
        throw new IllegalStateException("another SLF4J provider comes first on the class path");
    }

    public void format(LogFormat wanted) {
        format = wanted;
    }

    public void level(LogLevel wanted) {
        threshold = switch (wanted) {
            case Error -> Level.ERROR;
            case Warn -> Level.WARN;
            case Info -> Level.INFO;
            case Debug -> Level.DEBUG;
        };
    }

    @Override
    public Logger getLogger(String name) {
        return new EventLogger(name, this);
    }

    /** Libraries log what they like at INFO; only their warnings are state changes to us. */
    boolean wants(String logger, Level level) {
        return !isNoise(logger) && level.toInt() >= least(logger).toInt();
    }

    /**
     * Libraries, where a person reads: this product says in its own words what matters. That a client hung up does not,
     * and that a database is away is said of the adapter, not of its pool.
     */
    private boolean isNoise(String logger) {
        return format == LogFormat.Plain && threshold != Level.DEBUG && !logger.startsWith(OWN_PACKAGE);
    }

    /**
     * Calls that did not reach the API server, or belong to a client that is closed already: its threads take no more
     * work, and new calls end with a failure that only its text names. An answer of the API server itself, such as that a
     * right is missing, has no such cause.
     */
    private static boolean isWithoutAnswer(LogEvent event) {
        return event.logger().startsWith(KUBERNETES_CLIENT)
                && event.error()
                        .filter(error -> Stream.iterate(error, Objects::nonNull, Throwable::getCause)
                                .anyMatch(cause -> cause instanceof IOException
                                        || cause instanceof RejectedExecutionException
                                        || CLIENT_CLOSED.equals(cause.getMessage())))
                        .isPresent();
    }

    private Level least(String logger) {
        if (WARN_OF_NOTHING.contains(logger) && threshold != Level.DEBUG) {
            return Level.ERROR;
        }
        return logger.startsWith(OWN_PACKAGE) || threshold != Level.INFO ? threshold : Level.WARN;
    }

    void write(LogEvent event) {
        if (threshold != Level.DEBUG && isWithoutAnswer(event)) {
            return;
        }
        var line = format.line(event).getBytes(StandardCharsets.UTF_8);
        stream.write(line, 0, line.length);
        stream.flush();
    }
}
