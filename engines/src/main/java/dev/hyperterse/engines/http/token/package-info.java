/**
 * Tokens of OAuth servers that requests of adapters are sent with: asked for, kept, renewed. A token must not reach a
 * message, a log or another URL than that of its adapter.
 */
package dev.hyperterse.engines.http.token;
