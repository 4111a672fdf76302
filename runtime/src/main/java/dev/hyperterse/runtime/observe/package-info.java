/**
 * The observability of a replica: the admin port with liveness, readiness, metrics and the served revision. Only reads
 * what other packages report; it never influences calls.
 */
package dev.hyperterse.runtime.observe;
