/**
 * The rounds of a call whose client answers between them: the questions of a round, the state of earlier rounds, and
 * the state for the next one. Knows no message, and not how a client carries the state.
 */
package dev.hyperterse.runtime.round;
