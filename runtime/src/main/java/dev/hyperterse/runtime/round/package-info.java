/**
 * The rounds of a call whose client answers between them: what one round asks, what it has of earlier ones, and what it leaves
 * for the next. Knows no message, and not how a client carries it.
 */
package dev.hyperterse.runtime.round;
