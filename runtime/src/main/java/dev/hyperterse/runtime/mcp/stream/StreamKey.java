package dev.hyperterse.runtime.mcp.stream;

/** What tells the stream of a client from all others. Equal keys are of the same stream: the later one replaces the earlier. */
public interface StreamKey {}
