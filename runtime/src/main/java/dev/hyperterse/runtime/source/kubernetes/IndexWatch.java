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

    IndexWatch(InputStream stream) {
        this.stream = stream;
        this.lines = new WatchLines(stream);
    }

    /** Waits for the next line; {@link IndexEvent.Ended} for any end of the watch. */
    IndexEvent next() {
        try {
            var line = lines.next();
            lastLineNanos = System.nanoTime();
            return line.map(IndexWatch::parse).orElseGet(IndexEvent.Ended::new);
        } catch (IOException broken) {
            return new IndexEvent.Ended();
        }
    }

    long silentNanos() {
        return System.nanoTime() - lastLineNanos;
    }

    private static IndexEvent parse(byte[] line) {
        try {
            var event = MAPPER.readTree(line);
            return switch (event.path("type").asString("")) {
                case "ADDED", "MODIFIED" -> new IndexEvent.Changed(StoredEntries.of(event.path("object")));
                case "BOOKMARK" -> new IndexEvent.Bookmark();
                default -> new IndexEvent.Ended();
            };
        } catch (JacksonException broken) {
            return new IndexEvent.Ended();
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
