/** Reads a project of the original Hyperterse: {@code .hyperterse}, and the {@code .terse} files below its root. */
package dev.hyperterse.cli.imports.terse;
