package dev.hyperterse.crds.v1alpha1.server;

/** How the public names of tools are formed. */
public enum ToolNames {
    Plain,
    Namespaced,
    Unrecognized
}
