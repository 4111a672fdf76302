package dev.hyperterse.crds.v1alpha1.result;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How the text of an answer shows rows. */
public enum ResultFormat {
    Rows,
    Columns,
    Csv,
    Markdown,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
