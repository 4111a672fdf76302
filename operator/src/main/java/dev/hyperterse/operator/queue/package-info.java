/** Spreads work on keys over time and threads. It knows nothing of what the work is. */
package dev.hyperterse.operator.queue;
