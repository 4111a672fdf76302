/**
 * Statements of the live catalog, checked against their databases beside the calls: prepared, never executed. What is found
 * is reported; whether a tool is served does not depend on it.
 */
package dev.hyperterse.runtime.check;
