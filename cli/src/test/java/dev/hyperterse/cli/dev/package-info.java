/** Watching, keys and reloads of {@code dev}, each against the real file system and nothing slower than it needs. */
package dev.hyperterse.cli.dev;
