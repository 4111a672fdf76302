package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.runtime.call.ClientMemory;
import dev.hyperterse.runtime.mcp.Exchange;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.legacy.stream.ListeningStreams;
import java.util.Optional;

/** What a call of the legacy era has by its session and by the streams of all sessions. */
record LegacyExchange(Optional<Session> session, ListeningStreams streams) implements Exchange {
    @Override
    public Optional<ClientMemory> memory() {
        return session.map(Session::values);
    }

    @Override
    public boolean updated(String namespace, String uri) {
        return streams.updated(namespace, uri);
    }
}
