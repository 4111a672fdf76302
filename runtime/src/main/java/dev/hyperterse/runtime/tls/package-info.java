/**
 * TLS on the port for clients, where no gateway ends it: the certificate, and its renewal while the port is open. Clients
 * of other servers and databases have their own settings elsewhere.
 */
package dev.hyperterse.runtime.tls;
