/**
 * Builds a directory with a {@code kustomization.yaml} as {@code kubectl kustomize} does, and keeps the place of every
 * field. What cannot be built here is said with its line. Knows no kind but ConfigMap, Secret and Namespace, runs no
 * program and fetches nothing.
 */
package dev.hyperterse.cli.kustomize;
