/**
 * Warnings of definitions that compile and are probably mistakes: their first sign would be a call that fails, or a tool that
 * no model finds.
 */
package dev.hyperterse.cli.validation.warning;
