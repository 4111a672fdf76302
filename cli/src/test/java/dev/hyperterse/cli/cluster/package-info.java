/** Comparison with a real API server, and with one that cannot be asked. */
package dev.hyperterse.cli.cluster;
