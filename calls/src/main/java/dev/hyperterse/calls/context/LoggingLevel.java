package dev.hyperterse.calls.context;

import java.util.Arrays;
import java.util.Optional;

/** Syslog's severities, as MCP spells them; least severe first. */
public enum LoggingLevel {
    debug,
    info,
    notice,
    warning,
    error,
    critical,
    alert,
    emergency;

    public static Optional<LoggingLevel> find(String spelling) {
        return Arrays.stream(values())
                .filter(level -> level.name().equals(spelling))
                .findFirst();
    }

    /** Whether a client with this level receives messages of that one. */
    public boolean admits(LoggingLevel message) {
        return message.compareTo(this) >= 0;
    }
}
