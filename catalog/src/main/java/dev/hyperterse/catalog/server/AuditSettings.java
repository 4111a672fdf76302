package dev.hyperterse.catalog.server;

/**
 * That each call leaves a record.
 *
 * @param arguments whether it has the arguments, without what looks like a credential
 */
public record AuditSettings(boolean arguments) {}
