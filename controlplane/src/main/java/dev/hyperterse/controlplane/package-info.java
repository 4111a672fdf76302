/**
 * A real etcd, kube-apiserver and kubectl on this machine: built from Go modules, cached outside the tree, started and
 * stopped as processes. Knows nothing of Hyperterse.
 */
package dev.hyperterse.controlplane;
