/**
 * What makes {@code dev} more than a start: the watch on the directory, the reload after a save, the report of it, and
 * the seed of session keys that outlives a restart. Compiles and serves only through other packages.
 */
package dev.hyperterse.cli.dev;
