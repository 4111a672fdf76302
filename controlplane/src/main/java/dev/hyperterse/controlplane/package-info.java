/**
 * A real etcd, kube-apiserver, kube-controller-manager and kubectl on this machine: built from Go modules, cached
 * outside the tree, started and stopped as processes, and the JUnit extension that shares one among test classes.
 * Knows nothing of Hyperterse.
 */
package dev.hyperterse.controlplane;
