/**
 * A directory that is served by a replica of this process and read again when it has changed: what {@code dev} and
 * {@code serve} have in common. Nothing here opens a port or prints; a {@code DirectoryReport} is told what happened.
 */
package dev.hyperterse.cli.served;
