/**
 * Counts what the operator does, for its admin port. Labels are names out of closed lists: never that of a server, a leaf
 * or a person.
 */
package dev.hyperterse.operator.metrics;
