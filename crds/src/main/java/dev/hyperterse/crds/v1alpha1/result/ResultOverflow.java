package dev.hyperterse.crds.v1alpha1.result;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** The end of a result with more rows than a tool allows. */
public enum ResultOverflow {
    Fail,
    Truncate,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
