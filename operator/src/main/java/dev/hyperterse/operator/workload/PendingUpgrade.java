package dev.hyperterse.operator.workload;

/**
 * An image of the runtime that a server does not follow yet.
 *
 * @param manual whether its author said so; otherwise another server comes first
 */
public record PendingUpgrade(String runs, String offered, boolean manual) {}
