package dev.hyperterse.crds.v1alpha1.server;

/** How a server selects the namespaces whose definitions may attach. */
public enum AttachmentSource {
    Same,
    Names,
    Selector,
    All,
    Unrecognized
}
