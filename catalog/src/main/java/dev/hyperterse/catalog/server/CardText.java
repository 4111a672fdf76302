package dev.hyperterse.catalog.server;

import java.util.Optional;

/** Texts of server cards and of entries in a registry, whose schemas have the same bounds: 1 to 100 characters. */
public final class CardText {
    private static final int LONGEST = 100;

    private CardText() {}

    /** The text within the bounds; empty where it is blank. */
    public static Optional<String> of(Optional<String> text) {
        return text.filter(it -> !it.isBlank()).map(CardText::cut);
    }

    public static String cut(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST));
    }
}
