/** Certificates of the port for clients: unusable files, renewals, and handshakes that never end. */
package dev.hyperterse.runtime.tls;
