/** Asks the databases of a directory's adapters about its statements, and gives their answers a place in the manifests. */
package dev.hyperterse.cli.connect;
