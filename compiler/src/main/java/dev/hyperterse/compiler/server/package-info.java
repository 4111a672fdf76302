/**
 * The server's own parts: identity, environment, adapters, authentication, limits. Each is evaluated by itself; what is
 * secret leaves here only as an entry of the value set.
 */
package dev.hyperterse.compiler.server;
