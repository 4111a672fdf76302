/**
 * Puts compiled catalogs into the cluster: index, slots and value set, so that everything the committed index names exists
 * at every instant, also when an operator ends between two writes. The only package that writes a catalog; it decides nothing about its content.
 */
package dev.hyperterse.operator.publish;
