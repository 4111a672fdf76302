/**
 * Files as text and as trees: YAML and JSON with kubectl's idea of scalars, and the place of every field. Knows no kind
 * of object and no directory.
 */
package dev.hyperterse.cli.document;
