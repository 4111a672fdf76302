/**
 * What reconciliations leave at a collector of OpenTelemetry: a trace each, with its stages. Nothing of it is made, and
 * neither spans nor exporters are loaded, where no collector is named. No content of an object and no message of an error goes into a span.
 */
package dev.hyperterse.operator.trace;
