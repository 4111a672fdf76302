package dev.hyperterse.crds.v1alpha1.content;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A speaker, or the one spoken to. */
public enum Role {
    @JsonProperty("user")
    User,
    @JsonProperty("assistant")
    Assistant,
    Unrecognized
}
