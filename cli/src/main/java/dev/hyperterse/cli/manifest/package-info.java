/**
 * Reads a directory of manifests the way {@code kubectl apply -f DIR} would: files, YAML and JSON with kubectl's idea of
 * scalars, objects with the place of every field, and the settings beside them. What is broken becomes a diagnostic and
 * takes nothing else with it. Whether an object makes sense is not decided here.
 */
package dev.hyperterse.cli.manifest;
