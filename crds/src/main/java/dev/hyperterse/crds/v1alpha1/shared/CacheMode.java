package dev.hyperterse.crds.v1alpha1.shared;

/** Whether results are kept. */
public enum CacheMode {
    Disabled,
    Enabled,
    Unrecognized
}
