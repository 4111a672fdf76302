/** Why the pods of a server are not ready, in words for those who may not read pods. Must not write to the cluster. */
package dev.hyperterse.operator.workload.pod;
