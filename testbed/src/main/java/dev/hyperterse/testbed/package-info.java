/**
 * Fixtures on real engines for the tests of the other modules: a Postgres server of its own for each test JVM, and a
 * client of MCP. Nothing here ships, and nothing here knows Hyperterse.
 */
package dev.hyperterse.testbed;
