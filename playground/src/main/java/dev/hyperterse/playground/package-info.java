/**
 * The whole product on one machine: a real control plane, a node whose pods are processes, an address for each Service,
 * and what a user installs. This package puts them together; it knows the product by its manifests and main classes only,
 * and the product knows nothing of it.
 */
package dev.hyperterse.playground;
