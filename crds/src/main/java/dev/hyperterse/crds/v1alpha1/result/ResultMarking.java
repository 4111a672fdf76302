package dev.hyperterse.crds.v1alpha1.result;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Whether the text of an answer says where data begins and ends. */
public enum ResultMarking {
    Unmarked,
    Marked,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
