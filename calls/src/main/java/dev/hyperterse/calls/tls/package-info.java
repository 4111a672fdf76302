/**
 * TLS from PEM texts, for every connection that a replica opens: to databases and to the API server. Reads no files and
 * knows no peers.
 */
package dev.hyperterse.calls.tls;
