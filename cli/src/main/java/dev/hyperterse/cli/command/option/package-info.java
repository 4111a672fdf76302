/** Options and arguments that several commands have, and how their specs are built. Must not know a command. */
package dev.hyperterse.cli.command.option;
