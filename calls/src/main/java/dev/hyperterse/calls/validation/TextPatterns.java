package dev.hyperterse.calls.validation;

import dev.hyperterse.catalog.input.PatternSize;

/**
 * Compiles the patterns of one tool, within the current limits of the compiler: the last good version of a tool may
 * come from an older one. Compiling a large pattern takes memory, so its size is checked first.
 */
final class TextPatterns {
    private long together;

    /** @throws IllegalArgumentException when the pattern is too large, or makes the patterns of the tool too large */
    TextPattern compile(String pattern) {
        var size = PatternSize.of(pattern);
        together += size.instructions();
        if (pattern.length() > PatternSize.MOST_CHARACTERS) {
            throw new IllegalArgumentException("a pattern has %d characters, more than %d"
                    .formatted(pattern.length(), PatternSize.MOST_CHARACTERS));
        }
        if (size.depth() > PatternSize.DEEPEST) {
            throw new IllegalArgumentException(
                    "the groups of a pattern nest deeper than %d levels".formatted(PatternSize.DEEPEST));
        }
        if (size.instructions() > PatternSize.MOST_INSTRUCTIONS) {
            throw new IllegalArgumentException("a pattern has %d instructions, more than %d"
                    .formatted(size.instructions(), PatternSize.MOST_INSTRUCTIONS));
        }
        if (together > PatternSize.MOST_TOGETHER) {
            throw new IllegalArgumentException(
                    "its patterns have more than %d instructions together".formatted(PatternSize.MOST_TOGETHER));
        }
        return new TextPattern(pattern);
    }
}
