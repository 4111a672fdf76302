/**
 * What a connection reads from and writes to its socket, in buffers that last no longer than that. Knows no requests: where
 * one ends, and how long it may take, is for the package of connections.
 */
package dev.hyperterse.http.socket;
