/**
 * Says in conditions what became of every leaf and server: computed from verdicts, from what was published and from what
 * pods report, then written by the only writer of statuses, and announced by events. It changes nothing else.
 */
package dev.hyperterse.operator.report;
