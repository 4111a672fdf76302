/**
 * A directory that is served by a replica of this process and read again when it has changed: what {@code dev} and
 * {@code serve} have in common. This package opens no port and prints nothing; it reports to a {@code DirectoryReport}.
 */
package dev.hyperterse.cli.served;
