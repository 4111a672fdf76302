package dev.hyperterse.crds.v1alpha1.input;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Type of the elements of an array. */
public enum ItemType {
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
    Unrecognized
}
