/**
 * What is sent to a collector of OpenTelemetry: traces of calls, metrics, records of calls. Nothing else in a replica knows
 * OpenTelemetry, and neither spans nor exporters are loaded where no collector is named.
 */
package dev.hyperterse.runtime.trace;
