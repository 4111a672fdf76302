package dev.hyperterse.runtime;

import dev.hyperterse.calls.CallerHash;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.TextQuota;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.ScriptSettings;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.runtime.audit.CallAudit;
import dev.hyperterse.runtime.auth.Authentications;
import dev.hyperterse.runtime.auth.caller.TokenCache;
import dev.hyperterse.runtime.auth.script.PluginScripts;
import dev.hyperterse.runtime.check.StatementChecks;
import dev.hyperterse.runtime.decision.DecisionPoints;
import dev.hyperterse.runtime.history.LocalHistory;
import dev.hyperterse.runtime.http.ReplicaEndpoint;
import dev.hyperterse.runtime.http.request.RequestOrigin;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalog.Refused;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.live.LiveCatalogs.Swapped;
import dev.hyperterse.runtime.mcp.EraSelector;
import dev.hyperterse.runtime.mcp.ServedVersions;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.legacy.ClientRequests;
import dev.hyperterse.runtime.mcp.legacy.LegacyEra;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import dev.hyperterse.runtime.mcp.legacy.session.SessionRegistry;
import dev.hyperterse.runtime.mcp.legacy.session.SessionSeal;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTimes;
import dev.hyperterse.runtime.mcp.legacy.stream.ListeningStreams;
import dev.hyperterse.runtime.mcp.method.Methods;
import dev.hyperterse.runtime.mcp.modern.ModernEra;
import dev.hyperterse.runtime.mcp.modern.Rounds;
import dev.hyperterse.runtime.mcp.modern.task.SharedTasks;
import dev.hyperterse.runtime.mcp.modern.task.Tasks;
import dev.hyperterse.runtime.mcp.seal.CallerSeal;
import dev.hyperterse.runtime.mcp.seal.CursorSeal;
import dev.hyperterse.runtime.mcp.seal.RequestSeal;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.runtime.observe.AuthenticationMetrics;
import dev.hyperterse.runtime.observe.CallMetrics;
import dev.hyperterse.runtime.rate.CallRates;
import dev.hyperterse.runtime.sharedstate.RedisTaskBoard;
import dev.hyperterse.runtime.sharedstate.SharedHistory;
import dev.hyperterse.runtime.sharedstate.SharedRedis;
import dev.hyperterse.runtime.sharedstate.SharedTokens;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.cache.ResultCache;
import dev.hyperterse.runtime.tool.masking.ColumnMasks;
import dev.hyperterse.runtime.trace.Tracing;
import dev.hyperterse.scripts.Scripts;
import dev.hyperterse.scripts.turn.ScriptLimits;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import dev.hyperterse.telemetry.metrics.Histogram;
import dev.hyperterse.telemetry.metrics.Labels;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One replica of one server: wires all parts between a catalog and its clients. It starts with one catalog, and swaps
 * in others while it serves.
 */
public final class Replica implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Replica.class);
    private static final Duration BETWEEN_EVICTIONS = Duration.ofSeconds(30);
    private static final Duration BETWEEN_SHARINGS = Duration.ofMillis(500);

    private final Observation observation;
    private final HeapShares heap = HeapShares.ofThisProcess();
    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final Scripts scripts;
    private final BufferBudget budget;
    private final ResultCache cache;
    private final Adapters adapters;
    private final LiveCatalogs catalogs;
    private final StatementChecks checks;
    private final SessionRegistry sessions;
    private final OpenStreams streams;
    private final ClientRequests clientRequests;
    private final EraSelector eras;
    private final Authentications authentications;
    private final ReplicaEndpoint endpoint;
    private final Tracing tracing;
    private final CallMetrics metrics;
    private final SharedRedis sharedState;
    private final SharedTasks sharedTasks;
    private final Histogram swaps;
    private final PeriodicWorker sessionEviction;
    private final PeriodicWorker cacheEviction;
    private final PeriodicWorker taskSharing;

    /** A replica that serves that catalog; its port is not open yet. */
    public Replica(Catalog catalog, ReplicaSettings settings, Observation observation) {
        this(catalog, List.of(), settings, observation);
    }

    /** A replica for a catalog of which some leaves could not be read. */
    Replica(Catalog catalog, List<Refused> unread, ReplicaSettings settings, Observation observation) {
        var server = catalog.server();
        var uid = server.identity().uid();
        this.observation = observation;
        this.scripts = new Scripts(scripts(server), deadlines, NameService.SYSTEM, settings.scriptOutput());
        this.budget = new BufferBudget(buffers(server.limits()));
        var engines = new EngineConnectors(settings.dataDirectory(), settings.secrets());
        this.adapters = new Adapters(engines, settings.handover());
        this.sharedState = new SharedRedis(new Adapters(engines, settings.handover()), deadlines);
        this.cache = new ResultCache(budget, server.caching().maxSize(), observation.metrics(), System::nanoTime);
        this.checks = new StatementChecks(deadlines, StatementChecks.USUAL);
        this.catalogs = new LiveCatalogs(
                new ActionLinker(cache, scripts),
                adapters,
                new DecisionPoints(InstantSource.system(), observation.metrics()),
                new SharedHistory(sharedState, new LocalHistory(System::nanoTime, heap.history())),
                new CallerSeal(uid, settings.keys()));
        var times = SessionTimes.system();
        this.sessions =
                new SessionRegistry(new SessionSeal(uid, settings.keys(), new SecureRandom()), times, heap.sessions());
        this.streams = new OpenStreams(catalogs, times.clock(), StreamTimings.standard());
        var inFlight = new InFlightCalls(deadlines);
        this.metrics = new CallMetrics(observation.metrics());
        this.tracing = new Tracing(observation.metrics(), settings.collectorLimit());
        var lender = new SharedTokens(sharedState, observation.metrics());
        var rates = new CallRates(observation.metrics(), lender, System::nanoTime, heap.rates());
        var audit = new CallAudit(observation.audit(), InstantSource.system(), tracing, settings.callWatch());
        var methods =
                Methods.of(inFlight, new CursorSeal(uid, settings.keys()), budget, metrics, tracing, rates, audit);
        this.clientRequests = new ClientRequests(deadlines, replyLimit(server));
        var legacy = new LegacyEra(
                sessions,
                new ListeningStreams(catalogs, streams, times),
                methods,
                inFlight,
                clientRequests,
                deadlines,
                budget);
        var versions = new ArrayList<>(List.of(ModernEra.VERSION));
        versions.addAll(ProtocolVersion.supported());
        var served = new ServedVersions(versions);
        this.sharedTasks = new SharedTasks(
                new RedisTaskBoard(sharedState),
                new RequestSeal(uid, settings.keys(), new SecureRandom(), SharedTasks.LONGEST),
                budget,
                InstantSource.system());
        var tasks = new Tasks(
                catalogs,
                new RequestSeal(uid, settings.keys(), new SecureRandom()),
                deadlines,
                budget,
                heap.tasks(),
                sharedTasks,
                InstantSource.system());
        var modern = new ModernEra(
                served,
                methods,
                inFlight,
                new Rounds(new RequestSeal(uid, settings.keys(), new SecureRandom()), budget, InstantSource.system()),
                streams,
                new TextQuota(heap.streamSubscriptions()),
                tasks,
                sharedTasks);
        this.eras = new EraSelector(inFlight, streams, served, legacy, modern);
        this.authentications = new Authentications(
                InstantSource.system(),
                new PluginScripts(scripts, deadlines, budget),
                new TokenCache(InstantSource.system(), heap.knownCallers(), observation.metrics()),
                heap.usedProofs());
        this.endpoint = new ReplicaEndpoint(
                catalogs,
                eras,
                budget,
                new RequestOrigin(settings.loopbackOnly()),
                authentications,
                new AuthenticationMetrics(observation.metrics()),
                OpenFiles.ofThisProcess().bound(heap.connections(settings.encrypted()), settings.encrypted()));
        this.swaps = observation
                .metrics()
                .histogram("hyperterse_swap_duration_seconds", "Making a catalog live.", Labels.NONE);
        this.sessionEviction = PeriodicWorker.start("session eviction", BETWEEN_EVICTIONS, this::evictSessions);
        this.taskSharing = PeriodicWorker.start("shared tasks", BETWEEN_SHARINGS, sharedTasks::pass);
        this.cacheEviction = PeriodicWorker.start("cache eviction", BETWEEN_EVICTIONS, cache::evictExpired);
        try {
            swap(catalog, unread);
        } catch (RuntimeException | Error unservable) {
            close();
            throw unservable;
        }
        ReplicaGauges.register(
                observation.metrics(),
                catalogs,
                adapters,
                scripts,
                this::states,
                sessions,
                streams,
                eras,
                budget,
                cache,
                endpoint);
        observation.revision().follow(() -> ReplicaReport.of(catalogs, states(), checks));
        checks.listen(_ -> observation.revision().announce());
    }

    /**
     * Makes a catalog live; running calls finish on the one that they began with.
     *
     * @throws RuntimeException if it cannot be served at all; the former one stays live
     */
    public Swapped swap(Catalog catalog) {
        return swap(catalog, List.of());
    }

    /**
     * Makes a catalog live that has earlier versions of some definitions.
     *
     * @param written the versions whose statements are checked in place of the served ones
     * @throws RuntimeException if it cannot be served at all; the former one stays live
     */
    public Swapped swapAndCheck(Catalog catalog, List<Leaf> written) {
        return swap(catalog, List.of(), Optional.of(written));
    }

    /** The live catalog was published again under another revision. */
    void restate(Revision revision) {
        catalogs.restate(revision);
        observation.revision().announce();
    }

    Swapped swap(Catalog catalog, List<Refused> unread) {
        return swap(catalog, unread, Optional.empty());
    }

    private Swapped swap(Catalog catalog, List<Refused> unread, Optional<List<Leaf>> written) {
        var server = catalog.server();
        // Before the catalog is live: until then a failure changes nothing.
        var authentication = authentications.prepare(server, catalog.values());
        try (var shared = sharedState.prepare(server, catalog.values())) {
            var swapped = catalogs.swap(catalog, unread);
            try {
                authentication.run();
                shared.apply();
                follow(swapped.live(), written);
                swaps.record(swapped.took().toNanos());
            } finally {
                observation.revision().announce();
            }
            return swapped;
        }
    }

    /** When memory is exhausted here, the caller swaps to the same catalog again, and nothing of this is missing then. */
    private void follow(LiveCatalog live, Optional<List<Leaf>> written) {
        var server = live.settings();
        var masks = ColumnMasks.of(server.adapters(), adapters.live(), CallerHash.NONE);
        var checked = written.orElseGet(
                () -> live.leaves().sorted(Comparator.comparing(Leaf::identity)).toList());
        checks.follow(checked, new LinkSettings(adapters.live(), live.values(), masks));
        budget.resize(buffers(server.limits()));
        cache.resize(server.caching().maxSize());
        scripts.limit(scripts(server));
        clientRequests.limit(replyLimit(server));
        tracing.follow(server);
        metrics.follow(live);
    }

    private List<AdapterState> states() {
        return Stream.concat(adapters.states().stream(), sharedState.state().stream())
                .toList();
    }

    /** The memory for buffers, as configured, as far as the heap can hold it. */
    private long buffers(Limits limits) {
        long buffers = heap.buffers(limits.bufferSize());
        if (buffers < limits.bufferSize()) {
            LOG.atWarn()
                    .addKeyValue("event", "buffers_limited_by_heap")
                    .addKeyValue("wanted", limits.bufferSize())
                    .addKeyValue("bytes", buffers)
                    .addKeyValue("heap", heap.heap())
                    .log("limits.bufferSize is more than its share of the heap; raise the memory limit of the pod");
        }
        return buffers;
    }

    /** The limits of scripts, as configured, as far as the heap can hold them. */
    private ScriptLimits scripts(ServerSettings server) {
        var settings = server.scripting();
        var limits = ScriptLimits.of(
                settings, heap.scripts(heap.buffers(server.limits().bufferSize())));
        if (limits.heap() < settings.heap() && settings.heap() != ScriptSettings.DEFAULT.heap()) {
            LOG.atWarn()
                    .addKeyValue("event", "scripts_limited_by_heap")
                    .addKeyValue("wanted", settings.heap())
                    .addKeyValue("bytes", limits.heap())
                    .log(
                            "scripts.heap is more than limits.bufferSize leaves of their share of the heap; raise the memory limit of the pod");
        }
        return limits;
    }

    private static Duration replyLimit(ServerSettings server) {
        return Duration.ofMillis(server.scripting().inputTimeoutMillis());
    }

    public LiveCatalogs catalogs() {
        return catalogs;
    }

    /** The checks of statements against their databases. */
    public StatementChecks checks() {
        return checks;
    }

    public Adapters adapters() {
        return adapters;
    }

    /** The entry to the protocol, without HTTP. */
    public EraSelector eras() {
        return eras;
    }

    public OpenStreams streams() {
        return streams;
    }

    ReplicaEndpoint endpoint() {
        return endpoint;
    }

    Observation observation() {
        return observation;
    }

    private void evictSessions() {
        catalogs.current().ifPresent(live -> sessions.evict(live.settings().sessions()));
    }

    @Override
    public void close() {
        sessionEviction.close();
        cacheEviction.close();
        checks.close();
        streams.close();
        eras.cancelAll();
        endpoint.close();
        adapters.close();
        scripts.close();
        tracing.close();
        taskSharing.close();
        // Nothing else shows how tasks have ended, if the others do not know.
        BackgroundTurn.run("shared task", sharedState::retry);
        BackgroundTurn.run("shared task", sharedTasks::pass);
        sharedState.close();
        deadlines.close();
    }
}
