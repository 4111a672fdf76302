package dev.hyperterse.cli.agent;

import java.net.URI;
import java.util.List;
import java.util.Map;

/** The target of a client. */
public sealed interface Endpoint {
    /** A server that listens. */
    record Http(URI url, Map<String, String> headers) implements Endpoint {}

    /** A program that the client starts, and speaks to over standard input and output. */
    record Program(String command, List<String> arguments) implements Endpoint {}
}
