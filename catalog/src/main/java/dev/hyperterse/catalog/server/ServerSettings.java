package dev.hyperterse.catalog.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.search.SearchSettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Everything of a {@code HyperterseServer} that a replica needs, with every default applied.
 *
 * @param sharedState the Redis in which replicas keep what they share, where there is one
 * @param statementComments comments in statements; none where empty
 * @param toolsets the parts that have URLs of their own
 * @param code the programs that clients may send; none where empty
 * @param toolMetrics whether metrics of calls tell tools apart
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
        Optional<Adapter> sharedState,
        Optional<StatementComments> statementComments,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Toolset> toolsets,
        Optional<CodeSettings> code,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean toolMetrics) {
    /** The name of the shared state beside adapters; no adapter can have it. */
    public static final String SHARED_STATE = "sharedState";

    public ServerSettings {
        adapters = adapters == null ? List.of() : List.copyOf(adapters);
        toolsets = toolsets == null ? List.of() : List.copyOf(toolsets);
    }

    public Optional<Toolset> toolset(String name) {
        return toolsets.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /** The settings at the URL of a toolset. */
    public ServerSettings at(Toolset toolset) {
        return with(draft -> {
            draft.exposure = toolset.exposure().orElse(exposure);
            draft.info = toolset.instructions().isPresent() ? info.instructing(toolset.instructions()) : info;
        });
    }

    /** Whether tools are in a list themselves, at any URL. */
    public boolean listsTools() {
        return exposure.tools()
                || toolsets.stream().flatMap(it -> it.exposure().stream()).anyMatch(Exposure::tools);
    }

    /** The limits of scripts; settings that are absent have their defaults. */
    public ScriptSettings scripting() {
        return scripts.orElse(ScriptSettings.DEFAULT);
    }

    /** The limits of the cache; settings that are absent have their defaults. */
    public CacheSettings caching() {
        return cache.orElse(CacheSettings.DEFAULT);
    }

    /** The same, but for what the change sets. */
    public ServerSettings with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** The components by name, for {@link #with}: to change one of so many by the constructor is to repeat all others. */
    public static final class Draft {
        public ServerIdentity identity;
        public ServerInfo info;
        public Exposure exposure;
        public ExecuteErrors executeErrors;
        public List<Adapter> adapters;
        public AuthSettings auth;
        public SearchSettings search;
        public Limits limits;
        public Sessions sessions;
        public Http http;
        public LogLevel logLevel;
        public Optional<CacheSettings> cache;
        public Optional<TraceExport> traces;
        public Optional<AuditSettings> audit;
        public Optional<ScriptSettings> scripts;
        public Optional<Adapter> sharedState;
        public Optional<StatementComments> statementComments;
        public List<Toolset> toolsets;
        public Optional<CodeSettings> code;
        public boolean toolMetrics;

        private Draft(ServerSettings of) {
            identity = of.identity;
            info = of.info;
            exposure = of.exposure;
            executeErrors = of.executeErrors;
            adapters = of.adapters;
            auth = of.auth;
            search = of.search;
            limits = of.limits;
            sessions = of.sessions;
            http = of.http;
            logLevel = of.logLevel;
            cache = of.cache;
            traces = of.traces;
            audit = of.audit;
            scripts = of.scripts;
            sharedState = of.sharedState;
            statementComments = of.statementComments;
            toolsets = of.toolsets;
            code = of.code;
            toolMetrics = of.toolMetrics;
        }

        private ServerSettings settings() {
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
                    sharedState,
                    statementComments,
                    toolsets,
                    code,
                    toolMetrics);
        }
    }
}
