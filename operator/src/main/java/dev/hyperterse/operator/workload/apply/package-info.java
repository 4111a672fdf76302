/**
 * Applies manifests, creates the seeds of session keys, watches the objects that exist, and says why the API server refuses
 * one. Must not know how a
 * manifest is made.
 */
package dev.hyperterse.operator.workload.apply;
