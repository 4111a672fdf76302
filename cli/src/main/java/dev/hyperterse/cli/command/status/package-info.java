/**
 * {@code hyperterse status} and {@code hyperterse report}: read the cluster by {@code cluster}, and print or write what
 * {@code status} and {@code report} make of it. Must not know the other commands.
 */
package dev.hyperterse.cli.command.status;
