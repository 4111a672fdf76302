/**
 * From the values of a call to an operation of its engine: SQL that was rendered when the tool was linked, and the values to
 * bind. No value of a caller ever becomes part of a text.
 */
package dev.hyperterse.runtime.tool.bind;
