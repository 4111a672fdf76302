package dev.hyperterse.statement.binding;

import java.util.Optional;
import java.util.Set;

/** The filters that may follow the bar of a placeholder; each language of statements supports some of them. */
public enum Filter {
    /** Escapes the wildcards of LIKE. */
    LIKE("like"),
    /** One of the enum's values as a quoted name. */
    IDENTIFIER("identifier"),
    /** Several of the values that an enum of items has, as quoted names with commas between them. */
    IDENTIFIERS("identifiers"),
    /** One of the enum's values as bare words. */
    KEYWORD("keyword"),
    /** A list as a JSON array instead of the items of IN. */
    JSON("json"),
    /** Escapes characters with a meaning in regular expressions. */
    REGEX("regex"),
    /** An argument for each item of a list. */
    SPREAD("spread");

    private final String spelling;

    Filter(String spelling) {
        this.spelling = spelling;
    }

    public String spelling() {
        return spelling;
    }

    static Optional<Filter> named(String name, Set<Filter> known) {
        return known.stream().filter(filter -> filter.spelling.equals(name)).findFirst();
    }
}
