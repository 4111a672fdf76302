package dev.hyperterse.catalog.server;

/** Bounds of one replica. Sizes are bytes. */
public record Limits(
        long maxRequestSize,
        long maxResultSize,
        long bufferSize,
        long callTimeoutMillis,
        int concurrentCalls,
        int streams) {}
