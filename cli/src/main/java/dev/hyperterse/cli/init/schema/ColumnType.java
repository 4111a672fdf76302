package dev.hyperterse.cli.init.schema;

/** The use of a column, whatever the engine calls its type. */
public enum ColumnType {
    INTEGER,
    /** With digits behind the point. */
    NUMBER,
    BOOLEAN,
    TEXT,
    DATE,
    TIMESTAMP,
    UUID,
    /** Equal or not, and no more: an address of a network, an enumeration. */
    WORD,
    /** Bytes, which have no readable form in a list. */
    BINARY,
    /** Shown, and not compared: JSON, arrays, ranges, times of day. */
    OTHER;

    public boolean isNumeric() {
        return this == INTEGER || this == NUMBER;
    }

    public boolean isTemporal() {
        return this == DATE || this == TIMESTAMP;
    }
}
