/**
 * Tests of the API against a real API server, and of reading what a newer API wrote. {@code fixtures/} beside them holds
 * manifests that the API server takes or refuses; the command line's tests judge the same ones without a server.
 */
package dev.hyperterse.crds;
