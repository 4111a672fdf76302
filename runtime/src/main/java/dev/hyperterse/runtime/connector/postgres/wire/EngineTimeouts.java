package dev.hyperterse.runtime.connector.postgres.wire;

import java.time.Duration;

/**
 * The timeouts of the engine; zero for ever.
 *
 * @param login until a connection serves, whatever number of hosts is tried
 * @param connect for the network to reach one host
 * @param silence within an answer
 */
public record EngineTimeouts(Duration login, Duration connect, Duration silence) {}
