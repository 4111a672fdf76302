package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How a server names the namespaces whose leaves may attach. */
public enum AttachmentSource {
    Same,
    Names,
    Selector,
    All,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
