/** Reads {@code dbhub.toml} of dbhub: sources as adapters, its general tools as built-in ones, its own tools as statements. */
package dev.hyperterse.cli.imports.dbhub;
