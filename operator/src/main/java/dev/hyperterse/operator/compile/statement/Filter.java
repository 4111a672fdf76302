package dev.hyperterse.operator.compile.statement;

import java.util.Arrays;
import java.util.Optional;

/** What may stand behind the bar of a placeholder. */
enum Filter {
    /** Escapes what LIKE would take for a wildcard. */
    LIKE("like"),
    /** One of the enum's values as a quoted name. */
    IDENTIFIER("identifier"),
    /** One of the enum's values as bare words. */
    KEYWORD("keyword"),
    /** A list as a JSON array instead of the items of IN. */
    JSON("json");

    private final String spelling;

    Filter(String spelling) {
        this.spelling = spelling;
    }

    String spelling() {
        return spelling;
    }

    static Optional<Filter> named(String name) {
        return Arrays.stream(values())
                .filter(filter -> filter.spelling.equals(name))
                .findFirst();
    }
}
