/**
 * The wire contract between operator and runtime: what a server serves, as records. Plain data; no IO, no Kubernetes,
 * no HTTP, and nothing here evaluates a user's objects.
 */
package dev.hyperterse.catalog;
