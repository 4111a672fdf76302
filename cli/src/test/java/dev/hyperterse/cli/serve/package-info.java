/** A directory as a service: its process from the start to the end of a drain. */
package dev.hyperterse.cli.serve;
