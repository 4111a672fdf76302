package dev.hyperterse.crds.v1alpha1.input;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Type of an argument. */
public enum InputType {
    @JsonProperty("string")
    String,
    @JsonProperty("int")
    Int,
    @JsonProperty("float")
    Float,
    @JsonProperty("boolean")
    Boolean,
    @JsonProperty("datetime")
    Datetime,
    @JsonProperty("array")
    Array,
    @JsonProperty("object")
    Object,
    @JsonProperty("cursor")
    Cursor,
    Unrecognized
}
