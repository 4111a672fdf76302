package dev.hyperterse.crds.v1alpha1.server;

/** The tools that tools/list shows. */
public enum Exposure {
    Search,
    Direct,
    SearchAndDirect,
    Auto,
    Unrecognized
}
