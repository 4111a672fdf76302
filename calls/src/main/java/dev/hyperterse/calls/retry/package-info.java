/** Backoff: computes the pauses between retries. Never sleeps, and does not know the operation. */
package dev.hyperterse.calls.retry;
