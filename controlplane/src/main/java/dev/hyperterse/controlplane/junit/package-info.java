/**
 * Control planes for the tests of a JVM, each class one at a time. Needs JUnit's API, which the tests bring; the rest of
 * this module does not look in here.
 */
package dev.hyperterse.controlplane.junit;
