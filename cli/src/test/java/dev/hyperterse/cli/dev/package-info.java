/** Reloads of {@code dev} while clients work, and examples and guides as {@code dev} serves them. */
package dev.hyperterse.cli.dev;
