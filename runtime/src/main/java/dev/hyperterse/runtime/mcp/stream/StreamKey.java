package dev.hyperterse.runtime.mcp.stream;

/** Identifies the stream of a client. A stream with an equal key replaces the former one. */
public interface StreamKey {}
