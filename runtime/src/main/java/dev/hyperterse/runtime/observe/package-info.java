/**
 * What an operator of a replica sees from outside: the admin port with liveness, readiness, metrics and the revision
 * served. Answers from what others report to it; it never reaches into the call path or decides about it.
 */
package dev.hyperterse.runtime.observe;
