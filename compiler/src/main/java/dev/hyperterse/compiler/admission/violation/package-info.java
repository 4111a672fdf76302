/**
 * Objections of an API server, in its words: the place of each, its kind, and values as messages show them.
 */
package dev.hyperterse.compiler.admission.violation;
