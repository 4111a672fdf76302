package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How a grant names the namespaces it admits. */
public enum GrantSource {
    None,
    Same,
    Names,
    Selector,
    All,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
