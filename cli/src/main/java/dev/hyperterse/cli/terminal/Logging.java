package dev.hyperterse.cli.terminal;

import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.telemetry.logging.LogFormat;
import dev.hyperterse.telemetry.logging.LogOutput;

/** Makes logs readable where a person and not a collector reads them. */
public final class Logging {
    private Logging() {}

    public static void forPeople() {
        LogOutput.ofThisProcess().format(LogFormat.Plain);
    }

    /** The same for commands that end with a result: that a database is connected would only stand before it. */
    public static void warningsForPeople() {
        forPeople();
        LogOutput.ofThisProcess().level(LogLevel.Warn);
    }

    /** For a command whose result says what is wrong with a database. */
    public static void errorsForPeople() {
        forPeople();
        LogOutput.ofThisProcess().level(LogLevel.Error);
    }
}
