package dev.hyperterse.cli.diagnostics;

import java.util.Locale;

/** The severity of a diagnostic. */
public enum Severity {
    /** Something is not served as written. */
    ERROR,
    WARNING,
    /** Nothing is wrong; it is worth reading. */
    NOTICE;

    /** As it is printed, in every format. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
