/**
 * Counters, gauges and histograms in Prometheus' text format. Recording is one striped addition: cheap enough for every
 * call. No names or values that a caller or a tool's author chooses may become a label here.
 */
package dev.hyperterse.telemetry.metrics;
