/**
 * The cluster that the operator is installed in: its client, its definitions of our kinds, and whether it is still the
 * same cluster.
 */
package dev.hyperterse.operator.read.installation;
