package dev.hyperterse.http.connection;

/**
 * Whole responses to what the server does not get to parse, to be sent as they are.
 *
 * @param late to a request that takes too long to arrive
 * @param full to a connection for which there is no place
 */
public record Refusals(byte[] late, byte[] full) {}
