package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.runtime.source.kubernetes.api.WatchLines;
import java.io.IOException;
import java.io.InputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** One open watch on the index. Read by one thread; any thread may end it. */
final class IndexWatch implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final InputStream stream;
    private final WatchLines lines;
    private volatile long lastLineNanos = System.nanoTime();

    /** One line of a watch on the index. */
    sealed interface Event {
        record Changed(StoredEntries index) implements Event {}

        /** Nothing changed; the line proves that the watch is alive. */
        record Bookmark() implements Event {}

        /**
         * The index was deleted, the resourceVersion is too old, or the API server has ended the watch: the index must
         * be read again.
         */
        record Ended() implements Event {}
    }

    IndexWatch(InputStream stream) {
        this.stream = stream;
        this.lines = new WatchLines(stream);
    }

    /** Waits for the next line; {@link Event.Ended} for any end of the watch. */
    Event next() {
        try {
            var line = lines.next();
            lastLineNanos = System.nanoTime();
            return line.map(IndexWatch::parse).orElseGet(Event.Ended::new);
        } catch (IOException broken) {
            return new Event.Ended();
        }
    }

    long silentNanos() {
        return System.nanoTime() - lastLineNanos;
    }

    private static Event parse(byte[] line) {
        try {
            var event = MAPPER.readTree(line);
            return switch (event.path("type").asString("")) {
                case "ADDED", "MODIFIED" -> new Event.Changed(StoredEntries.of(event.path("object")));
                case "BOOKMARK" -> new Event.Bookmark();
                default -> new Event.Ended();
            };
        } catch (JacksonException broken) {
            return new Event.Ended();
        }
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException alreadyGone) {
            // Closing is how it was meant to end.
        }
    }
}
