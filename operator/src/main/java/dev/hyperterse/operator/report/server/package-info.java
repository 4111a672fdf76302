/** The status of a server from all that is known of it: conditions, adapters, replicas. Pure: the time is an input. */
package dev.hyperterse.operator.report.server;
