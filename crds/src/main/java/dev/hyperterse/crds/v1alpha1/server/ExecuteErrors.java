package dev.hyperterse.crds.v1alpha1.server;

/** How the entry tools report a failed call. */
public enum ExecuteErrors {
    JsonRpc,
    ToolResult,
    Unrecognized
}
