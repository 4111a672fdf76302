/**
 * The commands about tools of a directory, of a server at a URL or of one in a cluster: {@code list}, {@code search}, {@code describe} and {@code
 * call}. Must not know the other commands.
 */
package dev.hyperterse.cli.command.tool;
