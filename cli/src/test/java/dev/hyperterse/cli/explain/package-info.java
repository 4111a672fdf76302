/** Explanations of fields, against all fields of the committed CRDs. */
package dev.hyperterse.cli.explain;
