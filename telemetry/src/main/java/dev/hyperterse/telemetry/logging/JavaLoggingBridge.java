package dev.hyperterse.telemetry.logging;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/**
 * Leads java.util.logging (OpenTelemetry uses it) to SLF4J. The log manager creates this class when something first asks for
 * it; initialising it at every start would cost more than the rest of logging.
 */
public final class JavaLoggingBridge {
    private static final String CONFIGURATION = "java.util.logging.config.class";

    /** Called by the log manager. */
    public JavaLoggingBridge() {
        LogManager.getLogManager().reset();
        var root = Logger.getLogger("");
        root.setLevel(Level.INFO);
        root.addHandler(new ToSlf4j());
    }

    static void installWhenFirstUsed() {
        if (System.getProperty(CONFIGURATION) == null) {
            System.setProperty(CONFIGURATION, JavaLoggingBridge.class.getName());
        }
    }

    private static final class ToSlf4j extends Handler {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord event) {
            var logger = LoggerFactory.getLogger(String.valueOf(event.getLoggerName()));
            logger.atLevel(SystemLoggers.level(event.getLevel().intValue()))
                    .setCause(event.getThrown())
                    .log(formatter.formatMessage(event));
        }

        @Override
        public void flush() {
            // Every line is flushed as it is written.
        }

        @Override
        public void close() {
            // The stream belongs to the process.
        }
    }
}
