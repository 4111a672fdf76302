/**
 * TLS out of PEM texts, for every connection that a replica opens: to databases and to the API server. Nothing here reads files
 * or knows what is connected to.
 */
package dev.hyperterse.runtime.tls;
