/**
 * Decides which of several operators leads: a Lease, held by one at a time. It says when a leadership begins and ends and
 * knows nothing of what a leader does.
 */
package dev.hyperterse.operator.lead;
