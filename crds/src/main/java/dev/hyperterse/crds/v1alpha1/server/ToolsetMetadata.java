package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Whether clients find OAuth metadata for the URL of a toolset. */
public enum ToolsetMetadata {
    Published,
    Hidden,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
