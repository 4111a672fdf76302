/**
 * Brings manifests, admission and compiler together: one reading of a directory as typed objects, and the report of all
 * that is wrong with it. Knows no command line and prints nothing.
 */
package dev.hyperterse.cli.validation;
