package dev.hyperterse.crds.v1alpha1.result;

/** Whether the text of an answer says where data begins and ends. */
public enum ResultMarking {
    Unmarked,
    Marked,
    Unrecognized
}
