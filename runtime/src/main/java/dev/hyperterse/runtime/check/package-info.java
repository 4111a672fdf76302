/**
 * Checks the statements of the live catalog against their databases, in the background: they are prepared, never
 * executed. The results are only reported; a tool is served regardless.
 */
package dev.hyperterse.runtime.check;
