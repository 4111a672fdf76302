/**
 * Completion in shells. The scripts know commands and options, and ask a hidden command for all that depends on a
 * directory, a server or a cluster. That one reads and never compiles, answers in two seconds or not at all, and reports
 * no failure.
 */
package dev.hyperterse.cli.command.completion;
