/**
 * The memory budget that requests, calls and answers of a replica share, and the two ways to hold a part of it: a
 * reservation for allocations elsewhere, and a buffer for an answer. Also the limit of texts that clients store between
 * requests.
 */
package dev.hyperterse.calls.memory;
