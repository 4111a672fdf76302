/**
 * The page of {@code dev}, and of a server in a cluster, in a browser: its files, and what only the process knows of a
 * directory or a namespace. The page asks the endpoint for all else, as any client, so nothing here answers calls. Room:
 * {@code cluster} (the port that leads to a cluster).
 */
package dev.hyperterse.cli.console;
