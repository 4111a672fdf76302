/**
 * Turns resolved objects into a catalog. Deterministic and pure: no clock, no IO, no logging, no Kubernetes client.
 */
package dev.hyperterse.compiler;
