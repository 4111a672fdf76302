/** The commands as their users run them: words in, text and an exit code out, in one process. */
package dev.hyperterse.cli.command;
