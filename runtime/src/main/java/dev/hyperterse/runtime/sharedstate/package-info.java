/**
 * Token buckets that replicas share, kept in a Redis or Valkey server. Stands between the rates, which only borrow from it,
 * and the connectors, whose connections it uses.
 */
package dev.hyperterse.runtime.sharedstate;
