/**
 * One control plane for the tests of a JVM, shared by its classes. Needs JUnit's API, which the tests bring; the rest of
 * this module does not look in here.
 */
package dev.hyperterse.controlplane.junit;
