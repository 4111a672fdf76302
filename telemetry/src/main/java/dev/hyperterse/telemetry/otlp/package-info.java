/**
 * Sends metrics and spans of a process to a collector of OpenTelemetry. No exporter is loaded where no collector is named; what a
 * collector does not take is counted and forgotten.
 */
package dev.hyperterse.telemetry.otlp;
