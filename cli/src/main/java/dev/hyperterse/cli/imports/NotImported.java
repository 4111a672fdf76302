package dev.hyperterse.cli.imports;

/**
 * Ends the reading of one part of a configuration; caught where the parts are listed. An exception, because the reason can lie
 * at any depth of it.
 */
public final class NotImported extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    public NotImported(String why, String remedy) {
        super(why, null, false, false);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
