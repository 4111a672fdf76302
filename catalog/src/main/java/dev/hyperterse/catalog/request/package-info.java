/**
 * Requests to HTTP APIs as the compiler leaves them: segments, names, headers and the keys of bodies are fixed, with places
 * for values. Nothing here can turn a value into structure.
 */
package dev.hyperterse.catalog.request;
