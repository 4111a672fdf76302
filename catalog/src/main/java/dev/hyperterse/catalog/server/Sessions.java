package dev.hyperterse.catalog.server;

/** The lifetime of session ids, and of the unused state of a session in a replica. */
public record Sessions(long maxAgeMillis, long idleTimeoutMillis) {}
