/**
 * Compiles who may call a server: plugins of authentication, tokens, keys, and the decision point. Must not know
 * adapters.
 */
package dev.hyperterse.compiler.server.auth;
