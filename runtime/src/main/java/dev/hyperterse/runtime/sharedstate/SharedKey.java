package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.catalog.Digest;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The keys of one kind of shared state. They are hashes: they name no caller, and no server shares one with another. */
record SharedKey(String prefix) {
    private static final int HASH_CHARACTERS = 32;

    /**
     * Lengths separate the parts, so that no content can make two keys equal.
     *
     * @param server its uid; the key of a caller cannot be guessed without it
     */
    String of(String server, List<String> parts) {
        var text = Stream.concat(Stream.of(server), parts.stream())
                .map(part -> part.length() + ":" + part)
                .collect(Collectors.joining());
        return prefix + Digest.of(text).substring(0, HASH_CHARACTERS);
    }
}
