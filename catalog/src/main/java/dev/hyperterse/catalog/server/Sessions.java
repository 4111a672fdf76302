package dev.hyperterse.catalog.server;

/** How long session ids open, and how long what a replica remembers of one is kept unused. */
public record Sessions(long maxAgeMillis, long idleTimeoutMillis) {}
