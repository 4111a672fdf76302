package dev.hyperterse.telemetry.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** How a line looks. */
public enum LogFormat {
    /** One JSON object a line, for collectors. */
    Json {
        @Override
        String line(LogEvent event) {
            var text = new StringWriter(256);
            try (var json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
                json.writeStartObject();
                json.writeStringProperty("time", MICROSECONDS.format(event.time()));
                json.writeStringProperty("level", event.level().name().toLowerCase(Locale.ROOT));
                json.writeStringProperty("logger", event.logger());
                json.writeStringProperty("message", event.message());
                event.fields().forEach((name, value) -> {
                    switch (value) {
                        case Long number -> json.writeNumberProperty(name, number);
                        case Integer number -> json.writeNumberProperty(name, number);
                        case Boolean flag -> json.writeBooleanProperty(name, flag);
                        default -> json.writeStringProperty(name, value.toString());
                    }
                });
                event.error().ifPresent(error -> json.writeStringProperty("error", stackTrace(error)));
                json.writeEndObject();
            }
            return text.append('\n').toString();
        }
    },

    /** For a person at a terminal: time of day, level where it matters, message, fields; errors without their stack. */
    Plain {
        @Override
        String line(LogEvent event) {
            var text = new StringBuilder(TimeOfDay.of(event.time(), ZoneId.systemDefault()));
            if (event.level() != org.slf4j.event.Level.INFO) {
                text.append(' ').append(event.level());
            }
            text.append("  ").append(event.message());
            event.fields()
                    .forEach((name, value) ->
                            text.append(' ').append(name).append('=').append(value));
            event.error().ifPresent(error -> text.append(": ").append(error));
            return TerminalText.quoted(text.toString()) + '\n';
        }
    };

    private static final JsonFactory JSON = new JsonFactory();
    /** Texts of equal length, so that sorting lines sorts them by time. */
    private static final DateTimeFormatter MICROSECONDS =
            new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);

    abstract String line(LogEvent event);

    private static String stackTrace(Throwable error) {
        var text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
