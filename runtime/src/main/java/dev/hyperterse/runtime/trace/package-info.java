/**
 * What is sent to a collector of OpenTelemetry: traces of calls, metrics, records of calls. Nothing else in a replica knows
 * OpenTelemetry, and no class of it is loaded where no collector is named.
 */
package dev.hyperterse.runtime.trace;
