/**
 * Compiles requests to HTTP APIs: the structure of a request is fixed here, and placeholders become places for values.
 * Must not know definitions, adapters or how a request is sent.
 */
package dev.hyperterse.compiler.request;
