/**
 * {@code hyperterse status}: reads the cluster by {@code cluster}, and prints what {@code status} makes of it. Must not know the
 * other commands.
 */
package dev.hyperterse.cli.command.status;
