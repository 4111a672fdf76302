package dev.hyperterse.catalog.server;

/** The log level of a replica. */
public enum LogLevel {
    Error,
    Warn,
    Info,
    Debug
}
