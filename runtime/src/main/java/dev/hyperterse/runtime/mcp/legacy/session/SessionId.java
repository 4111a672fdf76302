package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.runtime.mcp.stream.StreamKey;

/** The random name of a session inside its sealed id; never shown to clients. */
public record SessionId(long high, long low) implements StreamKey {}
