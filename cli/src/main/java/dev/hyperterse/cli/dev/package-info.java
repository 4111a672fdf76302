/**
 * What makes {@code dev} more than a start: the watch on the directory, the reload after a save, the report of it, and
 * the session keys that outlive a restart. Compiles and serves only through other packages.
 */
package dev.hyperterse.cli.dev;
