/**
 * The command {@code init}: its options, the directory that it fills, and what it asks and says. The files themselves are
 * made in {@code cli.init}. Knows of the other commands only how they name what they call.
 */
package dev.hyperterse.cli.command.init;
