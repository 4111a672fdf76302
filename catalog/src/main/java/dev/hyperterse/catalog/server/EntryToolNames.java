package dev.hyperterse.catalog.server;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * What clients call the entry tools by.
 *
 * @param change the one for tools that are not read-only; where there is none, {@code execute} takes all
 */
public record EntryToolNames(String search, String execute, Optional<String> change) {
    public static final EntryToolNames USUAL = new EntryToolNames("search", "execute", Optional.empty());

    public Stream<String> all() {
        return Stream.concat(Stream.of(search, execute), change.stream());
    }
}
