package dev.hyperterse.telemetry.logging;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/** Turns SLF4J's two ways of logging into events. */
final class EventLogger extends LegacyAbstractLogger implements LoggingEventAware {
    private static final long serialVersionUID = 1;

    private final transient LogOutput output;

    EventLogger(String name, LogOutput output) {
        this.name = name;
        this.output = output;
    }

    @Override
    public void log(LoggingEvent event) {
        write(
                event.getLevel(),
                MessageFormatter.basicArrayFormat(event.getMessage(), event.getArgumentArray()),
                fields(event.getKeyValuePairs()),
                Optional.ofNullable(event.getThrowable()));
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String message, Object[] arguments, Throwable error) {
        write(level, MessageFormatter.basicArrayFormat(message, arguments), Map.of(), Optional.ofNullable(error));
    }

    private void write(Level level, String message, Map<String, Object> fields, Optional<Throwable> error) {
        // A few libraries log a null message; one line must not cost the request that it is about.
        output.write(new LogEvent(Instant.now(), level, name, String.valueOf(message), fields, error));
    }

    private static Map<String, Object> fields(List<KeyValuePair> pairs) {
        if (pairs == null) {
            return Map.of();
        }
        var fields = new LinkedHashMap<String, Object>();
        pairs.forEach(pair -> fields.put(pair.key, nonNull(pair.value)));
        return fields;
    }

    private static Object nonNull(Object value) {
        return value == null ? "null" : value;
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return EventLogger.class.getName();
    }

    @Override
    public boolean isTraceEnabled() {
        return output.wants(name, Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return output.wants(name, Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return output.wants(name, Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return output.wants(name, Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return output.wants(name, Level.ERROR);
    }
}
