package dev.hyperterse.statement.lineage;

/** A construct that is not understood; ends the resolution of its statement. */
final class UnresolvedConstruct extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnresolvedConstruct(String construct) {
        super(construct, null, false, false);
    }
}
