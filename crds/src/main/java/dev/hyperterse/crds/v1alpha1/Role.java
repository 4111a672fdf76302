package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** Who speaks, or is spoken to. */
public enum Role {
    @JsonProperty("user")
    User,
    @JsonProperty("assistant")
    Assistant,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
