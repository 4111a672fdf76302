package dev.hyperterse.runtime.mcp.legacy.session;

/** The random name of a session inside its sealed id; never shown to clients. */
public record SessionId(long high, long low) {}
