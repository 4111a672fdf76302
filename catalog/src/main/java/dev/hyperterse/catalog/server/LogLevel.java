package dev.hyperterse.catalog.server;

/** How much a replica logs. */
public enum LogLevel {
    Error,
    Warn,
    Info,
    Debug
}
