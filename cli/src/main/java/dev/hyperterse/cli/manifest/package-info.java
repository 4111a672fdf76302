/**
 * Reads a directory of manifests the way {@code kubectl apply -f DIR} would, or {@code kubectl apply -k DIR} where it has
 * a kustomization: the objects in it, and the settings beside them. What is broken becomes a diagnostic and takes nothing
 * else with it. Whether an object makes sense is not decided here.
 */
package dev.hyperterse.cli.manifest;
