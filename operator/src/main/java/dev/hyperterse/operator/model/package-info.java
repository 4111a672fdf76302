/**
 * Names, versions and owners of the objects that the operator reads and writes. Pure: no Kubernetes client, no clock, no IO.
 */
package dev.hyperterse.operator.model;
