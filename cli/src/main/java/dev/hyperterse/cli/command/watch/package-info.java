/** The command {@code watch}: what a running server announces, over as many connections as it takes. Changes nothing. */
package dev.hyperterse.cli.command.watch;
