package dev.hyperterse.catalog.result;

/** The shape of a tool's result. */
public enum RowShape {
    Rows,
    /** The only row. */
    Row,
    /** The only column of the only row. */
    Value
}
