/**
 * Follows references between objects, given a snapshot of them, and says what a compilation has of one server. Grants are in
 * {@code grant}. Pure: no Kubernetes client, no clock, no IO.
 */
package dev.hyperterse.compiler.resolve;
