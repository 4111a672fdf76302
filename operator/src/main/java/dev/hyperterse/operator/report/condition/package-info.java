/**
 * Conditions: their reasons and messages, when one is a transition, and the status that an object had before. Must not
 * know how statuses are written.
 */
package dev.hyperterse.operator.report.condition;
