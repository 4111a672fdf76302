package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** The tools that tools/list shows. */
public enum Exposure {
    Search,
    Direct,
    SearchAndDirect,
    Auto,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
