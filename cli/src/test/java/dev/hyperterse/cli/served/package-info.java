/** The watch on a directory, the seed of its session keys and taken ports, on the real machine. */
package dev.hyperterse.cli.served;
