package dev.hyperterse.telemetry.logging;

import dev.hyperterse.catalog.server.LogLevel;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Where lines go and which are wanted; both can change while the process runs, and every logger follows at once. SLF4J
 * keeps the one instance of a process, see {@link #ofThisProcess()}.
 */
public final class LogOutput implements ILoggerFactory {
    private static final String OWN_PACKAGE = "dev.hyperterse.";

    /** Warns at each start that the kinds of this product have no stable version yet. */
    private static final String OF_KIND_VERSIONS = "io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils";

    private final PrintStream stream;
    private volatile Level threshold = Level.INFO;
    private volatile LogFormat format = LogFormat.Json;

    LogOutput(PrintStream stream) {
        this.stream = stream;
    }

    /** The output that SLF4J's loggers of this process write to. */
    public static LogOutput ofThisProcess() {
        if (LoggerFactory.getILoggerFactory() instanceof LogOutput output) {
            return output;
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

    private Level least(String logger) {
        if (logger.equals(OF_KIND_VERSIONS) && threshold != Level.DEBUG) {
            return Level.ERROR;
        }
        return logger.startsWith(OWN_PACKAGE) || threshold != Level.INFO ? threshold : Level.WARN;
    }

    void write(LogEvent event) {
        var line = format.line(event).getBytes(StandardCharsets.UTF_8);
        stream.write(line, 0, line.length);
        stream.flush();
    }
}
