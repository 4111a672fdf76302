/**
 * Finds what compiles and is hardly meant: its first sign would be a call that goes wrong, or a tool that nobody finds.
 */
package dev.hyperterse.cli.validation.warning;
