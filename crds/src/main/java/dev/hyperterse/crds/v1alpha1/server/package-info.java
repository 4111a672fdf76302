/**
 * The settings of a server, one record for each member of its spec. Its pods and its adapters have packages of their
 * own.
 */
package dev.hyperterse.crds.v1alpha1.server;
