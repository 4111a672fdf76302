/**
 * Redis and Valkey through a client of our own: its connections, the replies of RESP3 as rows, and the nodes of a cluster.
 * Every length is known before a value is read, so none that is too large is ever held.
 */
package dev.hyperterse.runtime.connector.redis;
