/**
 * What the replicas of a server serve, as they said it: their revision, what they refuse, and how far a definition is.
 * Pure.
 */
package dev.hyperterse.operator.report.replica;
