/**
 * Says in statuses and events what became of every leaf and server. The way of a status: {@code StatusInputs} learns a
 * result or an observation and names the objects that it affects; {@code LeafReport} and {@code ServerReport} compute a
 * status from these and the previous one; {@code StatusUpdater} decides whether it is written and repairs what another
 * writer put there; {@code ClusterStatuses} writes it. Nothing else of the cluster is changed here.
 */
package dev.hyperterse.operator.report;
