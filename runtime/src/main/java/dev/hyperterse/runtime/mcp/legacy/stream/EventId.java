package dev.hyperterse.runtime.mcp.legacy.stream;

import java.util.Optional;

/**
 * {@code <stream>.<epoch.sequence>.<n>}: any replica can determine from it what a reconnecting client has missed,
 * without stored state.
 */
record EventId(String stream, String position, long number) {
    @Override
    public String toString() {
        return stream + "." + position + "." + number;
    }

    /** The position in a {@code Last-Event-ID}; an unknown id counts as one that has missed everything. */
    static Optional<String> positionIn(String lastEventId) {
        int first = lastEventId.indexOf('.');
        int last = lastEventId.lastIndexOf('.');
        return first > 0 && last > first + 1 ? Optional.of(lastEventId.substring(first + 1, last)) : Optional.empty();
    }
}
