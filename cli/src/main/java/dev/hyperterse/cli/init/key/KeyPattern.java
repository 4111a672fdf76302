package dev.hyperterse.cli.init.key;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keys that are written alike: {@code cart:*}, {@code user:*:orders}.
 *
 * @param segments between the colons; empty for one that differs from key to key
 * @param keys how many of the keys that were read
 * @param examples a few of them, to ask for their type; they are written nowhere
 */
public record KeyPattern(List<Optional<String>> segments, int keys, List<String> examples) {
    /** The pattern as {@code SCAN} takes it: words have no character that means more. */
    public String glob() {
        return segments.stream().map(segment -> segment.orElse("*")).collect(Collectors.joining(":"));
    }

    /** Whether it is a single key. */
    public boolean isKey() {
        return segments.stream().allMatch(Optional::isPresent);
    }

    @Override
    public String toString() {
        return glob();
    }
}
