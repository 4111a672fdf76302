/**
 * The keys with which the replicas of a server seal session ids and cursors, as stored in its Secret. Plain data:
 * replicas derive keys from it, the operator creates and rotates it.
 */
package dev.hyperterse.catalog.keys;
