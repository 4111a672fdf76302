/** Keycloak as an identity provider of tests: its programs, and one server with its realms. Nothing of MCP. */
package dev.hyperterse.testbed.keycloak;
