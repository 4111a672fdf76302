/**
 * Fixtures on real engines for the tests of the other modules: a Postgres and a MariaDB server of its own for each test
 * JVM that asks for one, and a client of MCP. Nothing here ships, and nothing here knows Hyperterse.
 */
package dev.hyperterse.testbed;
