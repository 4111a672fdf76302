/**
 * Metrics and spans of a process as a collector of OpenTelemetry takes them. No class of it is loaded where no collector is named; what
 * a collector does not take is counted and forgotten.
 */
package dev.hyperterse.telemetry.otlp;
