package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ExecuteErrors;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.catalog.server.search.HitMember;
import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.catalog.server.search.SearchSettings;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Optional;

/** A server for tests; each {@code with} changes one thing. */
public record Servers(
        Exposure exposure,
        ExecuteErrors executeErrors,
        Limits limits,
        Sessions sessions,
        Http http,
        SearchSettings search) {
    public static final Limits LIMITS = new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 256, 12_000);

    public static Servers searching() {
        return new Servers(
                Exposure.Search,
                ExecuteErrors.ToolResult,
                LIMITS,
                new Sessions(86_400_000, 1_800_000),
                new Http(List.of("*"), List.of()),
                new SearchSettings(10, true, SearchLanguage.English, List.of(), Optional.empty()));
    }

    public Servers with(Exposure other) {
        return new Servers(other, executeErrors, limits, sessions, http, search);
    }

    public Servers with(ExecuteErrors other) {
        return new Servers(exposure, other, limits, sessions, http, search);
    }

    public Servers with(Limits other) {
        return new Servers(exposure, executeErrors, other, sessions, http, search);
    }

    public Servers with(Sessions other) {
        return new Servers(exposure, executeErrors, limits, other, http, search);
    }

    public Servers with(Http other) {
        return new Servers(exposure, executeErrors, limits, sessions, other, search);
    }

    public Servers withStatements(boolean shown) {
        return new Servers(
                exposure,
                executeErrors,
                limits,
                sessions,
                http,
                new SearchSettings(10, shown, search.language(), search.hits(), search.tools()));
    }

    public Servers with(SearchLanguage other) {
        return new Servers(
                exposure,
                executeErrors,
                limits,
                sessions,
                http,
                new SearchSettings(10, search.showStatements(), other, search.hits(), search.tools()));
    }

    public Servers withHits(List<HitMember> hits) {
        return new Servers(
                exposure,
                executeErrors,
                limits,
                sessions,
                http,
                new SearchSettings(10, search.showStatements(), search.language(), hits, search.tools()));
    }

    public Servers with(EntryToolNames names) {
        return new Servers(
                exposure,
                executeErrors,
                limits,
                sessions,
                http,
                new SearchSettings(10, search.showStatements(), search.language(), search.hits(), Optional.of(names)));
    }

    public Catalog catalog(long sequence, Leaf... leaves) {
        return catalog(sequence, List.of(leaves));
    }

    public Catalog catalog(long sequence, List<? extends Leaf> leaves) {
        var settings = new ServerSettings(
                new ServerIdentity("shop", "shop", "server-uid", 1),
                new ServerInfo(
                        "shop",
                        Optional.of("Shop"),
                        Optional.empty(),
                        "1.0.0",
                        Optional.of("Be kind."),
                        Optional.empty(),
                        List.of()),
                exposure,
                executeErrors,
                List.of(),
                AuthSettings.of(AuthSettings.Mode.Anonymous),
                search,
                limits,
                sessions,
                http,
                LogLevel.Info,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                false);
        return new Catalog(
                new Revision("epoch", sequence, "sha-" + sequence), settings, List.copyOf(leaves), ValueSet.empty());
    }
}
