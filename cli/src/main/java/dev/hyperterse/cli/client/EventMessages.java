package dev.hyperterse.cli.client;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The messages of an event stream, as they arrive. */
final class EventMessages {
    private static final String DATA = "data:";

    private final Iterator<String> lines;

    EventMessages(Iterator<String> lines) {
        this.lines = lines;
    }

    /** Blocks until there is one; empty where the stream has ended, or is no stream of messages. */
    Optional<JsonNode> next() {
        List<String> data = new ArrayList<>();
        try {
            while (lines.hasNext()) {
                var line = lines.next();
                if (line.startsWith(DATA)) {
                    data.add(line.substring(DATA.length()).strip());
                } else if (line.isEmpty()) {
                    var event = String.join("\n", data);
                    data.clear();
                    if (!event.isBlank()) {
                        return Optional.of(JsonMapper.shared().readTree(event));
                    }
                }
            }
        } catch (UncheckedIOException | JacksonException ended) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
