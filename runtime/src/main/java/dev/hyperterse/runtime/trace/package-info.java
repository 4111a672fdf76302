/**
 * Exports to an OpenTelemetry collector: traces of calls, metrics, and records of calls. Only this package of a replica
 * knows OpenTelemetry; spans and exporters are loaded only if a collector is configured.
 */
package dev.hyperterse.runtime.trace;
