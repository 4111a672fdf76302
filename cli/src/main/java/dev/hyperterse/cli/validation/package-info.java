/**
 * The report of all that is wrong with a directory: what its reading, its admission and the compiler found. Knows no command line
 * and prints nothing.
 */
package dev.hyperterse.cli.validation;
