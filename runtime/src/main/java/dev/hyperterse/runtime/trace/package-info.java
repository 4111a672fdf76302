/**
 * Traces of calls, by OpenTelemetry: which are recorded, what is recorded of them, and where that is sent. Nothing else
 * in a replica knows OpenTelemetry, and no class of it is loaded where no collector is named.
 */
package dev.hyperterse.runtime.trace;
