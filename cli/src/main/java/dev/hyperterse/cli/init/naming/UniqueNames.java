package dev.hyperterse.cli.init.naming;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Gives each name once, whatever letters it is written in: files and tools may not be told apart by these alone. */
public final class UniqueNames {
    private final Set<String> given = new HashSet<>();

    /** The first that is free; else the last one with a number behind {@code separator}. */
    public String first(String separator, String... candidates) {
        for (var candidate : candidates) {
            if (given.add(candidate.toLowerCase(Locale.ROOT))) {
                return candidate;
            }
        }
        var last = candidates[candidates.length - 1];
        for (var number = 2; ; number++) {
            var numbered = last + separator + number;
            if (given.add(numbered.toLowerCase(Locale.ROOT))) {
                return numbered;
            }
        }
    }
}
