package dev.hyperterse.crds.v1alpha1.result;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** The parts of the result of a tool. */
public enum ResultShape {
    Rows,
    Row,
    Value,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
