/**
 * Compiles adapters: the engine, its address, credentials and limits; and the shared state, which is a connection too.
 */
package dev.hyperterse.compiler.server.adapter;
