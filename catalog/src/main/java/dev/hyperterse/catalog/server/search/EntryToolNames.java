package dev.hyperterse.catalog.server.search;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * What clients call the entry tools by.
 *
 * @param change the one for tools that are not read-only; where there is none, {@code execute} takes all
 * @param run the one for programs, where clients may send them
 */
public record EntryToolNames(String search, String execute, Optional<String> change, Optional<String> run) {
    public static final EntryToolNames USUAL =
            new EntryToolNames("search", "execute", Optional.empty(), Optional.empty());

    /** Those of a server that takes no programs. */
    public EntryToolNames(String search, String execute, Optional<String> change) {
        this(search, execute, change, Optional.empty());
    }

    public Stream<String> all() {
        return Stream.of(Stream.of(search, execute), change.stream(), run.stream())
                .flatMap(it -> it);
    }
}
