/**
 * The page of {@code dev} in a browser: its files, and what only the process knows of the directory. The page asks the
 * endpoint for all else, as any client, so nothing here reads tools or answers calls.
 */
package dev.hyperterse.cli.console;
