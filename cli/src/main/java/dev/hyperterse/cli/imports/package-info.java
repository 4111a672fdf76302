/**
 * What another product's configuration says, in our words: a server, its adapters, its definitions, and what of it has no
 * counterpart here, with file and line. Rooms: {@code toolbox}, {@code dbhub}, {@code sql} and {@code terse} read, {@code write}
 * makes manifests. Connects to nothing and writes no file.
 */
package dev.hyperterse.cli.imports;
