/**
 * What is wrong where, and how it is shown: one diagnostic with its place in a file, and the output formats for people,
 * programs and CI systems. Nothing here finds problems; the code that finds one builds a diagnostic.
 */
package dev.hyperterse.cli.diagnostics;
