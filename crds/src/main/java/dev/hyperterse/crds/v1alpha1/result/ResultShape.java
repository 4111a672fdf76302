package dev.hyperterse.crds.v1alpha1.result;

/** The parts of the result of a tool. */
public enum ResultShape {
    Rows,
    Row,
    Value,
    Unrecognized
}
