/**
 * Postgres: settings, parameters and the state of sessions. Calls run in {@code pipelined}, the protocol is in
 * {@code wire}, types are in {@code rows}.
 */
package dev.hyperterse.engines.postgres;
