/**
 * Writes statuses over the version that they were computed from, at a bounded rate. Must not know what a status says.
 */
package dev.hyperterse.operator.report.write;
