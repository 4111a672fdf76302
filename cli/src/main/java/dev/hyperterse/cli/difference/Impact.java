package dev.hyperterse.cli.difference;

import java.util.Locale;

/** The impact of a change on clients and reviewers, the most serious first; documented in docs/cli.md. */
public enum Impact {
    /** A call that succeeded may fail, or its result may have a shape that it did not have. */
    BREAKING,
    /** More callers may use something, or something may do more. */
    RIGHTS,
    /** Calls pass as before and may have another effect or result. */
    BEHAVIOUR,
    /** Clients need not notice. */
    COMPATIBLE;

    /** As it is printed, in every format. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a reviewer has to look at it. */
    boolean isSerious() {
        return this == BREAKING || this == RIGHTS;
    }
}
