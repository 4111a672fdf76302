/** A collector that is not ours: the stubs and messages of OpenTelemetry's own definition. */
package dev.hyperterse.testbed.otlp;
