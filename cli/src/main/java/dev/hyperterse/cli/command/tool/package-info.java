/**
 * The commands about tools of a directory or of a running server: {@code list}, {@code search}, {@code describe} and {@code
 * call}. Must not know the other commands.
 */
package dev.hyperterse.cli.command.tool;
