/**
 * Decides which of several operators leads: a Lease, taken in turns. It says when a leadership begins and ends and knows
 * nothing of what a leader does.
 */
package dev.hyperterse.operator.lead;
