/**
 * The bytes of a connection before the HTTP server parses them: where each request ends, to the letter of RFC 9112, and
 * how long a client may take to send one, and to read its answer. Knows neither paths nor MCP; what is refused here is answered by the server's
 * direct handlers.
 */
package dev.hyperterse.http.connection;
