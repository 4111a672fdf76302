package dev.hyperterse.catalog.statement;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One command of Redis: its words in order.
 *
 * @param key which argument is the key that decides on the node of a cluster; the command itself is argument 0
 */
public record Command(List<Word> words, Optional<Integer> key) {
    public Command {
        words = List.copyOf(words);
    }

    /** The sources of its values; one may occur several times. */
    public Stream<Reference> references() {
        return words.stream().flatMap(Word::references);
    }
}
