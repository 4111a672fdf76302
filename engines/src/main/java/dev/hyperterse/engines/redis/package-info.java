/**
 * Redis and Valkey through our own client: its connections, the replies of RESP3 as rows, and the nodes of a cluster.
 * The length of a value is known before it is read, so a value that is too large is never held.
 */
package dev.hyperterse.engines.redis;
