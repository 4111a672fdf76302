/**
 * The seed of the keys with which the replicas of a server seal session ids and cursors, as stored in its Secret. Plain
 * data: the operator creates it, replicas derive keys from it.
 */
package dev.hyperterse.catalog.keys;
