package dev.hyperterse.cli.difference;

/** The impact of a change on clients and reviewers, the most serious first; documented in docs/cli.md. */
public enum Impact {
    /** A call that succeeded may fail, or its result may have a shape that it did not have. */
    BREAKING("breaking"),
    /** More callers may use something, or something may do more. */
    RIGHTS("rights"),
    /** Calls pass as before and may have another effect or result. */
    BEHAVIOUR("behaviour"),
    /** Clients need not notice. */
    COMPATIBLE("compatible");

    private final String word;

    Impact(String word) {
        this.word = word;
    }

    /** As it is printed, in every format. */
    public String word() {
        return word;
    }

    /** Whether a reviewer has to look at it. */
    boolean isSerious() {
        return this == BREAKING || this == RIGHTS;
    }
}
