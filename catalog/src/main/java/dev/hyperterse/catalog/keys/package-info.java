/**
 * The keys that the replicas of a server seal session ids and cursors with, as they lie in its Secret. Plain data: what
 * is derived from a key lives with the replica, who makes and rotates keys with the operator.
 */
package dev.hyperterse.catalog.keys;
