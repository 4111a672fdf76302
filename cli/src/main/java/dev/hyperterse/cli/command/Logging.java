package dev.hyperterse.cli.command;

import dev.hyperterse.telemetry.logging.LogFormat;
import dev.hyperterse.telemetry.logging.LogOutput;

/** Makes logs readable where a person and not a collector reads them. */
final class Logging {
    private Logging() {}

    static void forPeople() {
        LogOutput.ofThisProcess().format(LogFormat.Plain);
    }
}
