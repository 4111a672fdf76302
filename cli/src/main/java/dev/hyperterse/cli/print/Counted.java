package dev.hyperterse.cli.print;

import java.util.Collection;
import java.util.stream.Collectors;

/** Numbers of things, and the first of many, in words. */
public final class Counted {
    private Counted() {}

    /** @param what one of them, whose plural has an s */
    public static String of(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** {@code a, b and 3 more}. */
    public static String first(int most, Collection<String> names) {
        var more = names.size() > most ? " and " + (names.size() - most) + " more" : "";
        return names.stream().limit(most).collect(Collectors.joining(", ")) + more;
    }
}
