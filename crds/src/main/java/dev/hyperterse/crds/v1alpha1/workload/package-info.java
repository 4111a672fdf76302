/**
 * The pods of a server: replicas, resources, exposure, and the overlay that an author lays over a pod. Nothing that a
 * pod reads.
 */
package dev.hyperterse.crds.v1alpha1.workload;
