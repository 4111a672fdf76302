/**
 * Applies manifests, creates the seeds of session keys, follows Deployments and Services, inspects other objects every five minutes,
 * and says why the API server refuses one. Must not know how a manifest is made.
 */
package dev.hyperterse.operator.workload.apply;
