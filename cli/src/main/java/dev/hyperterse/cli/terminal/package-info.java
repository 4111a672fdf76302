/**
 * What a command has of its process: streams, exit codes, its log, and the version of the build. Must not know what commands
 * do.
 */
package dev.hyperterse.cli.terminal;
