/**
 * Decides when a server is compiled and published, and does it: read, compile, publish, report, one server at a time and
 * different servers beside each other. No Kubernetes client and no decision about content is here.
 */
package dev.hyperterse.operator.reconcile;
