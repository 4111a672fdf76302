/**
 * Programs, ports, certificates and recorded APIs for the tests of the other modules; the packages below have servers
 * and a client of MCP. Nothing here ships, and nothing here knows Hyperterse.
 */
package dev.hyperterse.testbed;
