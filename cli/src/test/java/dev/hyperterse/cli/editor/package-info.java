/** Schemas for editors, against every manifest of the examples and against slips. */
package dev.hyperterse.cli.editor;
