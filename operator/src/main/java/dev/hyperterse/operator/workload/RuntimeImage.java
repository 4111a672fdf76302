package dev.hyperterse.operator.workload;

/**
 * The runtime that belongs to this operator.
 *
 * @param overridable whether servers may name another image or service account
 */
public record RuntimeImage(String image, String version, boolean overridable) {}
