package dev.hyperterse.catalog.server;

/**
 * The settings of records of calls.
 *
 * @param arguments whether it has the arguments, without what looks like a credential
 */
public record AuditSettings(boolean arguments) {}
