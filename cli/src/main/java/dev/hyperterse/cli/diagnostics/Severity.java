package dev.hyperterse.cli.diagnostics;

/** The severity of a diagnostic. */
public enum Severity {
    /** Something is not served as written. */
    ERROR("error"),
    WARNING("warning"),
    /** Nothing is wrong; it is worth reading. */
    NOTICE("notice");

    private final String word;

    Severity(String word) {
        this.word = word;
    }

    /** As it is printed, in every format. */
    public String word() {
        return word;
    }
}
