package dev.hyperterse.catalog.server;

import java.util.List;
import java.util.Optional;

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
        LogLevel logLevel,
        Optional<CacheSettings> cache,
        Optional<TraceExport> traces,
        Optional<AuditSettings> audit,
        Optional<ScriptSettings> scripts) {
    public ServerSettings {
        adapters = adapters == null ? List.of() : List.copyOf(adapters);
    }

    /** Of a server whose calls leave no records. */
    public ServerSettings(
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
            LogLevel logLevel,
            Optional<CacheSettings> cache,
            Optional<TraceExport> traces) {
        this(
                identity,
                info,
                exposure,
                executeErrors,
                adapters,
                auth,
                search,
                limits,
                sessions,
                http,
                logLevel,
                cache,
                traces,
                Optional.empty(),
                Optional.empty());
    }

    /** What scripts may use, with what is not said as it is usual. */
    public ScriptSettings scripting() {
        return scripts.orElse(ScriptSettings.DEFAULT);
    }

    /** How results are kept, with what is not said as it is usual. */
    public CacheSettings caching() {
        return cache.orElse(CacheSettings.DEFAULT);
    }
}
