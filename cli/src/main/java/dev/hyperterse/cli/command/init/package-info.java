/**
 * The command {@code init}: its options, the directory that it fills, and what it asks and says. The files themselves are
 * made in {@code cli.init}. Must not know the other commands.
 */
package dev.hyperterse.cli.command.init;
