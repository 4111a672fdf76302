package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** How a server selects the namespaces whose definitions may attach. */
public enum AttachmentSource {
    Same,
    Names,
    Selector,
    All,
    /** A value of a newer API than this build; never written. */
    @JsonEnumDefaultValue
    Unrecognized
}
