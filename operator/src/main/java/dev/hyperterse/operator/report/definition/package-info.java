/** The status of a definition, with an entry for each server that it is attached to. Pure: the time is an input. */
package dev.hyperterse.operator.report.definition;
