package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How the entry tools report a failed call. */
public enum ExecuteErrors {
    JsonRpc,
    ToolResult,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
