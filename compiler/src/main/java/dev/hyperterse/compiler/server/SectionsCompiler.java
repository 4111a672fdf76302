package dev.hyperterse.compiler.server;

import dev.hyperterse.catalog.Icon;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.CacheSettings;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.catalog.server.ExecuteErrors;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.ScriptSettings;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.catalog.server.StatementComments;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.search.SearchSettings;
import dev.hyperterse.compiler.leaf.link.Presentation;
import dev.hyperterse.compiler.leaf.link.ResultDefaults;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.EndpointPath;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.server.ServerCache;
import dev.hyperterse.crds.v1alpha1.server.Telemetry;
import dev.hyperterse.crds.v1alpha1.shared.CacheMode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The plain sections of a server. Each that is faulty keeps what is published, or takes its default where nothing is;
 * none of them can keep a server from being served.
 *
 * @param problems of the server, which those of the sections join
 */
record SectionsCompiler(HyperterseServerSpec spec, Optional<ServerSettings> published, List<Problem> problems) {
    private static final Limits DEFAULT_LIMITS = new Limits(1 << 20, 4 << 20, 96 << 20, 30_000, 256, 12_000);
    private static final double USUAL_SAMPLING_RATIO = 0.01;
    private static final Sessions DEFAULT_SESSIONS = new Sessions(86_400_000, 1_800_000);

    ServerInfo info(String name) {
        var declared = spec.serverInfo();
        return new ServerInfo(
                name,
                declared.flatMap(it -> it.title()),
                declared.flatMap(it -> it.description()),
                declared.flatMap(it -> it.version()).orElse("1.0.0"),
                declared.flatMap(it -> it.instructions()),
                declared.flatMap(it -> it.websiteUrl()),
                declared.map(it -> icons(it.icons())).orElse(List.of()));
    }

    /** All of them or none: clients choose among them. */
    private List<Icon> icons(List<dev.hyperterse.crds.v1alpha1.shared.Icon> declared) {
        var faults = new ArrayList<Problem>();
        var icons = Presentation.icons(declared, Reason.InvalidServer, "spec.serverInfo.icons", faults);
        problems.addAll(faults);
        return faults.isEmpty() ? icons : published.map(it -> it.info().icons()).orElse(List.of());
    }

    Exposure exposure() {
        return choice(spec.exposure(), Exposure.Search, "spec.exposure", ServerSettings::exposure);
    }

    ExecuteErrors executeErrors() {
        return choice(
                spec.executeErrors(), ExecuteErrors.ToolResult, "spec.executeErrors", ServerSettings::executeErrors);
    }

    /**
     * @param foreignLeaves whether leaves of other namespaces may attach
     * @param programs whether clients may send programs
     */
    SearchSettings search(boolean foreignLeaves, boolean programs) {
        return new SearchCompiler(spec.search(), published.map(ServerSettings::search), programs, problems)
                .compile(foreignLeaves);
    }

    Optional<CodeSettings> code() {
        return new CodeCompiler(
                        published.flatMap(ServerSettings::code),
                        ResultDefaults.of(spec.result()).marked(),
                        problems)
                .compile(spec.code());
    }

    Limits limits() {
        if (spec.limits().isEmpty()) {
            return DEFAULT_LIMITS;
        }
        var declared = spec.limits().get();
        var before = problems.size();
        var limits = new Limits(
                bytes(declared.maxRequestSize(), DEFAULT_LIMITS.maxRequestSize(), "spec.limits.maxRequestSize"),
                bytes(declared.maxResultSize(), DEFAULT_LIMITS.maxResultSize(), "spec.limits.maxResultSize"),
                bytes(declared.bufferSize(), DEFAULT_LIMITS.bufferSize(), "spec.limits.bufferSize"),
                millis(declared.callTimeout(), DEFAULT_LIMITS.callTimeoutMillis(), "spec.limits.callTimeout"),
                declared.concurrentCalls().orElse(DEFAULT_LIMITS.concurrentCalls()),
                declared.streams().orElse(DEFAULT_LIMITS.streams()),
                declared.rate().map(SectionsCompiler::rates),
                declared.concurrentCallsPerPrincipal(),
                declared.taskTimeout().flatMap(this::task));
        if (limits.bufferSize() < limits.maxResultSize() || limits.bufferSize() < limits.maxRequestSize()) {
            problems.add(Reason.InvalidServer.problem(
                    "spec.limits.bufferSize",
                    "buffer-holds-one",
                    "bufferSize is smaller than the largest request or result",
                    "raise bufferSize, or lower maxRequestSize and maxResultSize"));
        }
        return problems.size() == before
                ? limits
                : published.map(ServerSettings::limits).orElse(DEFAULT_LIMITS);
    }

    private Optional<Long> task(String text) {
        var millis = Measures.millis(text).filter(it -> it >= 1_000 && it <= 86_400_000);
        if (millis.isEmpty()) {
            problems.add(Reason.InvalidServer.problem(
                    "spec.limits.taskTimeout",
                    "task-duration",
                    "'%s' is not a duration from 1s to 24h".formatted(text),
                    "use a duration from 1s to 24h"));
        }
        return millis;
    }

    private static Rates rates(dev.hyperterse.crds.v1alpha1.server.Limits.Rate declared) {
        return new Rates(
                declared.perPrincipal().map(it -> Rates.Rate.of(it, declared.burst())),
                declared.perTool().map(it -> Rates.Rate.of(it, declared.burst())),
                declared.perServer().map(it -> Rates.Rate.of(it, declared.burst())));
    }

    Sessions sessions() {
        var before = problems.size();
        var sessions = new Sessions(
                millis(
                        spec.sessions().flatMap(it -> it.maxAge()),
                        DEFAULT_SESSIONS.maxAgeMillis(),
                        "spec.sessions.maxAge"),
                millis(
                        spec.sessions().flatMap(it -> it.idleTimeout()),
                        DEFAULT_SESSIONS.idleTimeoutMillis(),
                        "spec.sessions.idleTimeout"));
        return problems.size() == before
                ? sessions
                : published.map(ServerSettings::sessions).orElse(DEFAULT_SESSIONS);
    }

    Http http() {
        var origins = spec.http().map(it -> it.allowedOrigins()).filter(it -> !it.isEmpty());
        return new Http(
                origins.orElse(List.of("*")),
                spec.http().map(it -> it.allowedHosts()).orElse(List.of()),
                segments(),
                spec.http().flatMap(it -> it.serverCard()).map(card -> new Http.Card(card.name(), card.url())));
    }

    private List<String> segments() {
        return EndpointPath.segments(spec)
                .valid(problems)
                .or(() -> published.map(it -> it.http().segments()))
                .orElse(List.of());
    }

    LogLevel logLevel() {
        return choice(
                spec.telemetry().flatMap(it -> it.logLevel()),
                LogLevel.Info,
                "spec.telemetry.logLevel",
                ServerSettings::logLevel);
    }

    Optional<CacheSettings> cache() {
        return spec.cache().map(this::cache);
    }

    Optional<TraceExport> traces() {
        return spec.telemetry().flatMap(Telemetry::otlp).flatMap(this::traces);
    }

    Optional<AuditSettings> audit() {
        return spec.telemetry().flatMap(Telemetry::audit).flatMap(this::audit);
    }

    Optional<StatementComments> statementComments() {
        return switch (spec.telemetry()
                .flatMap(it -> it.statementComments())
                .orElse(Telemetry.StatementComments.None)) {
            case None -> Optional.empty();
            case Tool, Trace -> Optional.of(StatementComments.Tool);
            case Unrecognized ->
                unknown("spec.telemetry.statementComments", ServerSettings::statementComments, Optional.empty());
        };
    }

    boolean toolMetrics() {
        return switch (spec.telemetry().flatMap(it -> it.toolMetrics()).orElse(Telemetry.ToolMetrics.Disabled)) {
            case Disabled -> false;
            case Enabled -> true;
            case Unrecognized -> unknown("spec.telemetry.toolMetrics", ServerSettings::toolMetrics, false);
        };
    }

    /** The published settings stay while these are faulty: scripts must not get more than their owner ever wrote. */
    Optional<ScriptSettings> scripts() {
        return spec.scripts().map(declared -> {
            var compiled = new ScriptsCompiler().compile(declared).valid(problems);
            var readable = new ScriptHeaders(spec.auth()).compile(declared.headers(), problems);
            return compiled.orElseGet(
                            () -> published.map(ServerSettings::scripting).orElse(ScriptSettings.DEFAULT))
                    .with(readable);
        });
    }

    /** The published settings of records stay while these are faulty. */
    private Optional<AuditSettings> audit(Telemetry.Audit declared) {
        var before = problems.size();
        var enabled =
                switch (declared.mode().orElse(Telemetry.AuditMode.Enabled)) {
                    case Enabled -> true;
                    case Disabled -> false;
                    case Unrecognized -> {
                        problems.add(Unsupported.unknownValue("spec.telemetry.audit.mode"));
                        yield true;
                    }
                };
        var arguments =
                switch (declared.arguments().orElse(Telemetry.AuditArguments.Omitted)) {
                    case Omitted -> false;
                    case Redacted -> true;
                    case Unrecognized -> {
                        problems.add(Unsupported.unknownValue("spec.telemetry.audit.arguments"));
                        yield false;
                    }
                };
        var wanted = enabled ? Optional.of(new AuditSettings(arguments)) : Optional.<AuditSettings>empty();
        return problems.size() == before
                ? wanted
                : published.map(ServerSettings::audit).orElse(wanted);
    }

    /** Traces go where they are published to go while this is faulty: nothing that serves calls depends on them. */
    private Optional<TraceExport> traces(Telemetry.Otlp declared) {
        var before = problems.size();
        if (HttpUrl.parse(declared.endpoint()).isEmpty()) {
            problems.add(Reason.InvalidServer.problem(
                    "spec.telemetry.otlp.endpoint",
                    "collector-url",
                    "'%s' is not an http or https URL with a host and without a user".formatted(declared.endpoint()),
                    "write it like http://collector.observability:4317"));
        }
        var protocol = choice(
                declared.protocol(),
                TraceExport.Protocol.Grpc,
                "spec.telemetry.otlp.protocol",
                _ -> TraceExport.Protocol.Grpc);
        var ratio = declared.samplingRatio().map(this::ratio).orElse(USUAL_SAMPLING_RATIO);
        var signals = signals(declared);
        return problems.size() == before
                ? Optional.of(new TraceExport(declared.endpoint(), protocol, ratio, signals, tracesInStatements()))
                : published.flatMap(ServerSettings::traces);
    }

    /** An unknown value is reported with the other half of what it says. */
    private boolean tracesInStatements() {
        return switch (spec.telemetry()
                .flatMap(Telemetry::statementComments)
                .orElse(Telemetry.StatementComments.None)) {
            case None, Tool -> false;
            case Trace -> true;
            case Unrecognized ->
                published
                        .flatMap(ServerSettings::traces)
                        .map(TraceExport::statements)
                        .orElse(false);
        };
    }

    private Set<TraceExport.Signal> signals(Telemetry.Otlp declared) {
        var signals = EnumSet.noneOf(TraceExport.Signal.class);
        for (var signal : declared.signals()) {
            Choice.of(signal, TraceExport.Signal.class)
                    .ifPresentOrElse(
                            signals::add, () -> problems.add(Unsupported.unknownValue("spec.telemetry.otlp.signals")));
        }
        return signals;
    }

    private double ratio(String text) {
        try {
            var ratio = Double.parseDouble(text);
            if (ratio >= 0 && ratio <= 1) {
                return ratio;
            }
        } catch (NumberFormatException none) {
            // Said below.
        }
        problems.add(Reason.InvalidServer.problem(
                "spec.telemetry.otlp.samplingRatio",
                "ratio",
                "'%s' is not a number from 0 to 1".formatted(text),
                "write it like \"0.01\""));
        return USUAL_SAMPLING_RATIO;
    }

    private CacheSettings cache(ServerCache declared) {
        var before = problems.size();
        var enabled =
                switch (declared.mode().orElse(CacheMode.Disabled)) {
                    case Enabled -> true;
                    case Disabled -> false;
                    case Unrecognized ->
                        unknown("spec.cache.mode", it -> it.caching().enabled(), false);
                };
        var cache = new CacheSettings(
                enabled,
                millis(declared.ttl(), CacheSettings.DEFAULT.ttlMillis(), "spec.cache.ttl"),
                bytes(declared.maxSize(), CacheSettings.DEFAULT.maxSize(), "spec.cache.maxSize"));
        return problems.size() == before
                ? cache
                : published.map(ServerSettings::caching).orElse(CacheSettings.DEFAULT);
    }

    private <E extends Enum<E>> E choice(
            Optional<? extends Enum<?>> declared, E unset, String path, Function<ServerSettings, E> section) {
        return declared.isEmpty()
                ? unset
                : Choice.of(declared.get(), unset.getDeclaringClass()).orElseGet(() -> unknown(path, section, unset));
    }

    private <T> T unknown(String path, Function<ServerSettings, T> section, T unset) {
        problems.add(Unsupported.unknownValue(path));
        return published.map(section).orElse(unset);
    }

    private long millis(Optional<String> text, long unset, String path) {
        return measured(text.map(Measures::millis), text, unset, path);
    }

    private long bytes(Optional<Quantity> size, long unset, String path) {
        return measured(size.map(Measures::bytes), size.map(Quantity::toString), unset, path);
    }

    private long measured(Optional<Optional<Long>> measure, Optional<String> text, long unset, String path) {
        if (measure.isPresent() && measure.get().isEmpty()) {
            problems.add(Reason.InvalidServer.problem(
                    path,
                    "measure",
                    "'%s' is not a duration or size above zero".formatted(text.get()),
                    "write it like 5s or 4Mi"));
        }
        return measure.flatMap(it -> it).orElse(unset);
    }
}
