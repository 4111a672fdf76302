package dev.hyperterse.catalog.server;

/** How {@code execute} and {@code search} report a failed call. */
public enum ExecuteErrors {
    /** JSON-RPC errors in the legacy era, tool results in the modern one. */
    ByEra,
    JsonRpc,
    ToolResult
}
