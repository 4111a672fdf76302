package dev.hyperterse.telemetry.logging;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.event.Level;

/** One thing that happened; {@code fields} keep the order they were added in. */
record LogEvent(
        Instant time,
        Level level,
        String logger,
        String message,
        Map<String, Object> fields,
        Optional<Throwable> error) {}
