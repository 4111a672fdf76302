/**
 * A node as a pod sees it, whose containers are processes of this machine: scheduling, volumes, tokens, environment,
 * probes, restarts, conditions, graceful ends. Only what operator and runtime use; what they do not use is refused with a
 * reason in the pod's status. Nothing of Hyperterse is known here.
 */
package dev.hyperterse.playground.node;
