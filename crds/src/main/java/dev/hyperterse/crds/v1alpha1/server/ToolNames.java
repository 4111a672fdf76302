package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How the public names of tools are formed. */
public enum ToolNames {
    Plain,
    Namespaced,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
