package dev.hyperterse.catalog.result;

/** The text format of rows. */
public enum RowFormat {
    /** A JSON array with an object for each row. */
    Rows,
    /** One JSON object: the names of the columns once, then an array for each row. */
    Columns,
    /** Comma-separated values below a header. */
    Csv,
    /** A table of Markdown. */
    Markdown
}
