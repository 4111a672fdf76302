package dev.hyperterse.telemetry.logging;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Leads System.Logger (Helidon uses it) to SLF4J, so that java.util.logging need not start. */
public final class SystemLoggers extends System.LoggerFinder {
    @Override
    public System.Logger getLogger(String name, Module module) {
        return new Slf4jSystemLogger(name, LoggerFactory.getLogger(name));
    }

    /** Both Java logging systems share one numeric scale. */
    static Level level(int severity) {
        if (severity >= System.Logger.Level.ERROR.getSeverity()) {
            return Level.ERROR;
        }
        if (severity >= System.Logger.Level.WARNING.getSeverity()) {
            return Level.WARN;
        }
        if (severity >= System.Logger.Level.INFO.getSeverity()) {
            return Level.INFO;
        }
        return severity >= System.Logger.Level.DEBUG.getSeverity() ? Level.DEBUG : Level.TRACE;
    }

    private record Slf4jSystemLogger(String name, Logger logger) implements System.Logger {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return level != Level.OFF && logger.isEnabledForLevel(level(level.getSeverity()));
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable error) {
            if (isLoggable(level)) {
                logger.atLevel(level(level.getSeverity())).setCause(error).log(String.valueOf(message));
            }
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            if (isLoggable(level)) {
                var message = parameters == null || parameters.length == 0
                        ? String.valueOf(format)
                        : MessageFormat.format(format, parameters);
                logger.atLevel(level(level.getSeverity())).log(message);
            }
        }
    }
}
