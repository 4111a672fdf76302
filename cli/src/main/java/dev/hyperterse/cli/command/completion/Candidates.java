package dev.hyperterse.cli.command.completion;

import java.util.Collection;
import java.util.List;

/**
 * The words that may stand in a place.
 *
 * @param files which files are such words, too
 */
record Candidates(List<String> words, Files files) {
    static final Candidates NONE = new Candidates(List.of(), Files.NONE);

    enum Files {
        NONE,
        DIRECTORIES,
        ALL
    }

    static Candidates of(Collection<String> words) {
        return new Candidates(List.copyOf(words), Files.NONE);
    }
}
