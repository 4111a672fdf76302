/**
 * Who may call a server: its plugins, what every caller must be, and who else is asked about calls. Must not know what is
 * called.
 */
package dev.hyperterse.catalog.server.auth;
