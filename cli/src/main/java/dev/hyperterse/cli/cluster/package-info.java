/**
 * Reads what a cluster holds, for commands that compare a directory with it, ask for statuses, report them, or call a server
 * of it. Nothing here writes to a cluster, and no value of a Secret is asked for.
 */
package dev.hyperterse.cli.cluster;
