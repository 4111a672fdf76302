/**
 * Events about conditions: which transitions are one, in which order they are written, and how many at most. Must not
 * compute conditions.
 */
package dev.hyperterse.operator.report.event;
