package dev.hyperterse.engines.postgres.wire;

import java.time.Duration;

/**
 * The timeouts of the engine; zero for none.
 *
 * @param login until a connection is ready, for all hosts together
 * @param connect for the TCP connection to one host
 * @param silence between two reads of a response
 */
public record EngineTimeouts(Duration login, Duration connect, Duration silence) {}
