package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What the result of a tool consists of. */
public enum ResultShape {
    Rows,
    Row,
    Value,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
