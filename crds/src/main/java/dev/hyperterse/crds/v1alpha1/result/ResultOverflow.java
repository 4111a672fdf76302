package dev.hyperterse.crds.v1alpha1.result;

/** The end of a result with more rows than a tool allows. */
public enum ResultOverflow {
    Fail,
    Truncate,
    Unrecognized
}
