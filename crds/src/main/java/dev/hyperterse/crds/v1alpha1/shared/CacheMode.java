package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Whether results are kept. */
public enum CacheMode {
    Disabled,
    Enabled,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
