package dev.hyperterse.crds.v1alpha1.shared;

/** How a grant names the namespaces it admits. */
public enum GrantSource {
    None,
    Same,
    Names,
    Selector,
    All,
    Unrecognized
}
