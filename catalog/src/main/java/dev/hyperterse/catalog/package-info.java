/**
 * The wire contract between operator and runtime: records, codec, slots and digests. Plain data; no IO, no Kubernetes,
 * no HTTP, and nothing here evaluates a user's objects.
 */
package dev.hyperterse.catalog;
