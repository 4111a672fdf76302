package dev.hyperterse.runtime.tool;

import dev.hyperterse.runtime.call.Client;
import dev.hyperterse.runtime.call.ClientMemory;
import dev.hyperterse.runtime.call.LoggingLevel;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The client of a script, for the tools that the script calls. It hears nothing of their progress: what it knows of is the
 * call that it made.
 */
record CalledClient(Client client) implements Client {
    @Override
    public void progress(int progress, String what) {
        // That of the call which the client made is for its own script to report.
    }

    @Override
    public boolean logs(LoggingLevel level) {
        return false;
    }

    @Override
    public void log(LoggingLevel level, ObjectNode data) {
        // It has asked for messages of its own call.
    }

    @Override
    public Optional<About> about() {
        return client.about();
    }

    @Override
    public Optional<ClientMemory> memory() {
        return client.memory();
    }

    @Override
    public Updating updated(String namespace, String uri) {
        return client.updated(namespace, uri);
    }
}
