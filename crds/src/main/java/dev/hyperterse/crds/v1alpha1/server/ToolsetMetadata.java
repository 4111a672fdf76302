package dev.hyperterse.crds.v1alpha1.server;

/** Whether clients find OAuth metadata for the URL of a toolset. */
public enum ToolsetMetadata {
    Published,
    Hidden,
    Unrecognized
}
