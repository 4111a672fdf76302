/**
 * Compares what two sets of objects serve: both are compiled as the operator would compile them, and differences that
 * clients can observe are listed by server and definition. Reads no file and prints nothing.
 */
package dev.hyperterse.cli.difference;
