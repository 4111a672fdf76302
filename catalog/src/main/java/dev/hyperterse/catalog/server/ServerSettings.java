package dev.hyperterse.catalog.server;

import java.util.List;
import java.util.Optional;

/**
 * Everything of a {@code HyperterseServer} that a replica needs, with every default applied.
 *
 * @param sharedState the Redis in which replicas keep what they share, where there is one
 */
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
        Optional<ScriptSettings> scripts,
        Optional<Adapter> sharedState) {
    /** What the shared state is called beside adapters; no adapter can have this name. */
    public static final String SHARED_STATE = "sharedState";

    public ServerSettings {
        adapters = adapters == null ? List.of() : List.copyOf(adapters);
    }

    /** Of a server whose calls leave no records and whose replicas share nothing. */
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

    /** Of a server whose replicas share nothing. */
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
            Optional<TraceExport> traces,
            Optional<AuditSettings> audit,
            Optional<ScriptSettings> scripts) {
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
                audit,
                scripts,
                Optional.empty());
    }

    /** The same for replicas that share that. */
    public ServerSettings sharing(Optional<Adapter> state) {
        return new ServerSettings(
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
                audit,
                scripts,
                state);
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
