/**
 * What replicas share in a Redis or Valkey server: token buckets, histories of calls, and tasks. Stands between those who ask
 * for it, and the connectors, whose connections it uses.
 */
package dev.hyperterse.runtime.sharedstate;
