/**
 * The manifests of the objects of a server, from its spec and from what is known of its rollout. Pure: must not talk to the
 * cluster.
 */
package dev.hyperterse.operator.workload.manifest;
