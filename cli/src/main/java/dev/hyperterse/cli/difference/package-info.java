/**
 * Compares what two sets of objects serve: both are compiled as the operator would, and what clients can tell apart is
 * said, server by server and definition by definition. Reads no file and prints nothing.
 */
package dev.hyperterse.cli.difference;
