/** The manifests of the objects of a server, from its spec alone. Pure: must not know the cluster. */
package dev.hyperterse.operator.workload.manifest;
