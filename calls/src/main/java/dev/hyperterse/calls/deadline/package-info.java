/** The deadline of a call and its cancellation, on one timer for all calls. */
package dev.hyperterse.calls.deadline;
