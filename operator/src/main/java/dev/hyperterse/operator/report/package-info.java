/**
 * Reports every leaf and server in statuses and events. The way of a status: {@code StatusInputs} receives an
 * evaluation result or an observation and names the affected objects; {@code LeafReport} and {@code ServerReport}
 * compute a status from these and the previous one; {@code StatusUpdater} decides whether it is written and repairs
 * what another writer put there; {@code ClusterStatuses} writes it. Nothing else of the cluster is changed here.
 */
package dev.hyperterse.operator.report;
