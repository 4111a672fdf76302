package dev.hyperterse.catalog;

/** What the result of a tool consists of. */
public enum RowShape {
    Rows,
    /** The only row. */
    Row,
    /** The only column of the only row. */
    Value
}
