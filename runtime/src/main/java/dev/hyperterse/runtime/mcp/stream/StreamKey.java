package dev.hyperterse.runtime.mcp.stream;

/** Identifies the stream of a client. Equal keys are of the same stream: the later one replaces the earlier. */
public interface StreamKey {}
