/**
 * The endpoint of a replica for tests, with clients that speak to it over a port: what a test sees is what a client sees.
 * Holds no tests; these stand in the packages of what they test.
 */
package dev.hyperterse.runtime.endpoint;
