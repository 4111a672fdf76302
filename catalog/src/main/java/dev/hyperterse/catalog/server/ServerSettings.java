package dev.hyperterse.catalog.server;

import java.util.List;

/** Everything of a {@code HyperterseServer} that a replica needs, with every default applied. */
public record ServerSettings(
        ServerIdentity identity,
        ServerInfo info,
        Exposure exposure,
        ExecuteErrors executeErrors,
        List<Adapter> adapters,
        AuthSettings auth,
        SearchSettings search,
        Limits limits,
        Sessions sessions,
        Http http,
        LogLevel logLevel) {
    public ServerSettings {
        adapters = adapters == null ? List.of() : List.copyOf(adapters);
    }
}
