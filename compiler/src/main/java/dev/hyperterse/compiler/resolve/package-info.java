/**
 * Follows references between objects and evaluates grants, given a snapshot of them. Pure: no Kubernetes client, no clock,
 * no IO.
 */
package dev.hyperterse.compiler.resolve;
