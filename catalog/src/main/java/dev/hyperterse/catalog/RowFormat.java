package dev.hyperterse.catalog;

/** How the text of an answer shows rows. */
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
