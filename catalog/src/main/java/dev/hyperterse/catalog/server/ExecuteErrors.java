package dev.hyperterse.catalog.server;

/** How the entry tools report a failed call. */
public enum ExecuteErrors {
    /** As an error of the protocol, which many clients do not show to their model. */
    JsonRpc,
    /** As a result with {@code isError}, from which a model can correct itself. */
    ToolResult
}
