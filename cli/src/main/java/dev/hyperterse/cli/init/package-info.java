/** The files that {@code init} writes into a new directory. Knows no command and reads no manifest. */
package dev.hyperterse.cli.init;
