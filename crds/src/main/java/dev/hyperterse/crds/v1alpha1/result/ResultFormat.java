package dev.hyperterse.crds.v1alpha1.result;

/** How the text of an answer shows rows. */
public enum ResultFormat {
    Rows,
    Columns,
    Csv,
    Markdown,
    Unrecognized
}
