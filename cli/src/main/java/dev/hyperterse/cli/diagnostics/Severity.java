package dev.hyperterse.cli.diagnostics;

/** Whether a diagnostic keeps something from being served. */
public enum Severity {
    ERROR("error"),
    WARNING("warning");

    private final String word;

    Severity(String word) {
        this.word = word;
    }

    /** As it is printed, in every format. */
    public String word() {
        return word;
    }
}
