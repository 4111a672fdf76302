/**
 * Counters, gauges and histograms, kept by the SDK of OpenTelemetry, and their page in the formats of Prometheus. Who counts needs to
 * know neither. No names or values that a caller or a tool's author chooses may become a label here.
 */
package dev.hyperterse.telemetry.metrics;
