/**
 * Events about conditions: which transitions are one, and how many are sent at once. Must not compute conditions.
 */
package dev.hyperterse.operator.report.event;
