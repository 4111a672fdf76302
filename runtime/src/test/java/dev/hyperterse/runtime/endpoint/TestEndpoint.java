package dev.hyperterse.runtime.endpoint;

import dev.hyperterse.calls.CallerHash;
import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.TextQuota;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.ScriptSettings;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.http.connection.ConnectionMemory;
import dev.hyperterse.http.connection.ReadLimits;
import dev.hyperterse.runtime.audit.AuditLog;
import dev.hyperterse.runtime.audit.CallAudit;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.auth.Authentications;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.TokenCache;
import dev.hyperterse.runtime.auth.script.PluginScripts;
import dev.hyperterse.runtime.decision.DecisionPoints;
import dev.hyperterse.runtime.history.LocalHistory;
import dev.hyperterse.runtime.http.ReplicaEndpoint;
import dev.hyperterse.runtime.http.Timeouts;
import dev.hyperterse.runtime.http.request.RequestOrigin;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.EraSelector;
import dev.hyperterse.runtime.mcp.ServedVersions;
import dev.hyperterse.runtime.mcp.call.CallTraces;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.call.McpObserver;
import dev.hyperterse.runtime.mcp.legacy.ClientRequests;
import dev.hyperterse.runtime.mcp.legacy.LegacyEra;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import dev.hyperterse.runtime.mcp.legacy.session.SessionMemory;
import dev.hyperterse.runtime.mcp.legacy.session.SessionRegistry;
import dev.hyperterse.runtime.mcp.legacy.session.SessionSeal;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTimes;
import dev.hyperterse.runtime.mcp.legacy.stream.ListeningStreams;
import dev.hyperterse.runtime.mcp.method.Methods;
import dev.hyperterse.runtime.mcp.modern.ModernEra;
import dev.hyperterse.runtime.mcp.modern.Rounds;
import dev.hyperterse.runtime.mcp.modern.task.NoTaskBoard;
import dev.hyperterse.runtime.mcp.modern.task.SharedTasks;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard;
import dev.hyperterse.runtime.mcp.modern.task.Tasks;
import dev.hyperterse.runtime.mcp.seal.CursorSeal;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.seal.RequestSeal;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import dev.hyperterse.runtime.observe.CallMetrics;
import dev.hyperterse.runtime.rate.CallRates;
import dev.hyperterse.runtime.rate.TokenLender;
import dev.hyperterse.runtime.tool.ToolLinker;
import dev.hyperterse.scripts.Scripts;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.turn.ScriptLimits;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.helidon.webserver.WebServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole endpoint on a free port of the loopback, with tools that need no database. */
public final class TestEndpoint implements AutoCloseable {
    /** What MCP's clients accept. */
    public static final String EVENTS = "application/json, text/event-stream";

    /** Longer than a busy machine may hold up a thread; what has to time out has timeouts of its own. */
    public static final Duration LONG = Duration.ofMinutes(1);

    private static final Timeouts TIMEOUTS = new Timeouts(new ReadLimits(LONG, LONG), LONG, Duration.ofMillis(200));

    private final FakeLinker linker = new FakeLinker();
    private final MetricRegistry metrics = new MetricRegistry();
    private final CallMetrics counted = new CallMetrics(metrics);
    private final ByteArrayOutputStream audit = new ByteArrayOutputStream();
    private final AtomicLong rateClock = new AtomicLong();
    private final AtomicReference<Instant> roundClock = new AtomicReference<>(Instant.now());
    private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);
    private final InstantSource credentialClock = () -> Instant.now().plus(later.get());
    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final BufferBudget budget = new BufferBudget(128 << 20);
    private final Scripts scripts = new Scripts(
            ScriptLimits.of(ScriptSettings.DEFAULT, 1 << 30), deadlines, NameService.SYSTEM, new LoggedScripts());
    private final LiveCatalogs catalogs;
    private final ClientRequests clientRequests;
    private final SessionRegistry sessions;
    private final OpenStreams streams;
    private final EraSelector eras;
    private final SharedTasks sharedTasks;
    private volatile Duration skew = Duration.ZERO;
    private final ReplicaEndpoint endpoint;
    private final WebServer server;
    private final List<AuthenticationResult> refused = new CopyOnWriteArrayList<>();
    private final List<Outcome> ran = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile Runnable onRan = () -> {};

    /** Sets the clock of what it reads of other replicas forward. */
    public void skew(Duration by) {
        skew = by;
    }

    /** Tells other replicas of running tasks, as a replica does every second. */
    public void shareTasks() {
        sharedTasks.pass();
    }

    /** Forgets the sessions without an open stream, as a replica does when they are idle. */
    public void forgetSessions() {
        sessions.evict(new Sessions(Long.MAX_VALUE, -1));
    }

    /** The requests to clients that wait for replies. */
    public ClientRequests clientRequests() {
        return clientRequests;
    }

    public TestEndpoint(Catalog catalog) {
        this(catalog, KeyRing.random(), StreamTimings.standard());
    }

    public TestEndpoint(Catalog catalog, KeyRing keys, StreamTimings pace) {
        this(catalog, keys, pace, TIMEOUTS);
    }

    /** One whose clients may take so long. */
    public TestEndpoint(Catalog catalog, Timeouts timeouts) {
        this(catalog, KeyRing.random(), StreamTimings.standard(), timeouts);
    }

    /** An endpoint with a limit of open connections. */
    public TestEndpoint(Catalog catalog, int mostConnections) {
        this(catalog, ConnectionMemory.ofFull(mostConnections));
    }

    /** An endpoint whose connections may hold so much. */
    public TestEndpoint(Catalog catalog, ConnectionMemory connections) {
        this(catalog, KeyRing.random(), StreamTimings.standard(), TIMEOUTS, connections);
    }

    private TestEndpoint(Catalog catalog, KeyRing keys, StreamTimings pace, Timeouts timeouts) {
        this(catalog, keys, pace, timeouts, ConnectionMemory.ofFull(4_000));
    }

    private TestEndpoint(
            Catalog catalog, KeyRing keys, StreamTimings pace, Timeouts timeouts, ConnectionMemory connections) {
        this(catalog, keys, pace, timeouts, connections, Duration.ofMinutes(5), Optional.empty(), new NoTaskBoard());
    }

    /** One whose tools are others than those of {@link FakeLinker}. @param reply the time of a client for one reply */
    public TestEndpoint(Catalog catalog, KeyRing keys, StreamTimings pace, Duration reply, ToolLinker tools) {
        this(catalog, keys, pace, reply, tools, new NoTaskBoard());
    }

    /** One of several replicas. */
    TestEndpoint(Catalog catalog, KeyRing keys, StreamTimings pace, Duration reply, ToolLinker tools, TaskBoard board) {
        this(catalog, keys, pace, TIMEOUTS, ConnectionMemory.ofFull(4_000), reply, Optional.of(tools), board);
    }

    private TestEndpoint(
            Catalog catalog,
            KeyRing keys,
            StreamTimings pace,
            Timeouts timeouts,
            ConnectionMemory connections,
            Duration reply,
            Optional<ToolLinker> tools,
            TaskBoard board) {
        var uid = catalog.server().identity().uid();
        catalogs = new LiveCatalogs(
                tools.orElse(linker),
                FakeLinker.noAdapters(),
                new DecisionPoints(InstantSource.system(), metrics),
                new LocalHistory(rateClock::get, 1 << 20),
                CallerHash.NONE);
        counted.follow(catalogs.swap(catalog).live());
        sessions = new SessionRegistry(
                new SessionSeal(uid, () -> keys, new SecureRandom()),
                SessionTimes.system(),
                new SessionMemory(1 << 20, 16 << 20, 16 << 20));
        streams = new OpenStreams(catalogs, credentialClock, pace);
        var inFlight = new InFlightCalls(deadlines);
        var methods = Methods.of(
                inFlight,
                new CursorSeal(uid, () -> keys),
                budget,
                new Observed(),
                CallTraces.NONE,
                new CallRates(metrics, TokenLender.NONE, rateClock::get, 16 << 20),
                new CallAudit(
                        new AuditLog(audit, metrics),
                        InstantSource.system(),
                        (time, outcome, span, record) -> {},
                        CallWatch.NONE));
        clientRequests = new ClientRequests(deadlines, reply);
        var legacy = new LegacyEra(
                sessions,
                new ListeningStreams(catalogs, streams, SessionTimes.system()),
                methods,
                inFlight,
                clientRequests,
                deadlines,
                budget);
        var versions = new ArrayList<>(List.of(ModernEra.VERSION));
        versions.addAll(ProtocolVersion.supported());
        var served = new ServedVersions(versions);
        sharedTasks = new SharedTasks(
                board,
                new RequestSeal(uid, () -> keys, new SecureRandom(), SharedTasks.LONGEST),
                budget,
                () -> Instant.now().plus(skew));
        var tasks = new Tasks(
                catalogs,
                new RequestSeal(uid, () -> keys, new SecureRandom()),
                deadlines,
                budget,
                16 << 20,
                sharedTasks,
                InstantSource.system());
        var modern = new ModernEra(
                served,
                methods,
                inFlight,
                new Rounds(new RequestSeal(uid, () -> keys, new SecureRandom()), budget, roundClock::get),
                streams,
                new TextQuota(16 << 20),
                tasks,
                sharedTasks);
        eras = new EraSelector(inFlight, streams, served, legacy, modern);
        endpoint = new ReplicaEndpoint(
                catalogs,
                eras,
                budget,
                new RequestOrigin(false),
                new Authentications(
                        credentialClock,
                        new PluginScripts(scripts, deadlines, budget),
                        new TokenCache(credentialClock, 8 << 20, new MetricRegistry()),
                        8 << 20),
                refused::add,
                connections,
                timeouts);
        server = endpoint.listener()
                .address(InetAddress.getLoopbackAddress())
                .port(0)
                .shutdownHook(false)
                .build()
                .start();
    }

    /** The records of calls, each a line. */
    public String audit() {
        return audit.toString(StandardCharsets.UTF_8);
    }

    /** The clock of rates in nanoseconds, which only tests advance. */
    public AtomicLong rateClock() {
        return rateClock;
    }

    /** From now on credentials are as old as they will be after that time. */
    public void ageCredentials(Duration age) {
        later.set(age);
    }

    /** The clock of the time that clients have to answer, which only tests advance. */
    public AtomicReference<Instant> roundClock() {
        return roundClock;
    }

    public MetricRegistry metrics() {
        return metrics;
    }

    public int port() {
        return server.port();
    }

    public long heldByRequests() {
        return endpoint.heldByRequests();
    }

    public FakeLinker linker() {
        return linker;
    }

    public LiveCatalogs catalogs() {
        return catalogs;
    }

    public OpenStreams streams() {
        return streams;
    }

    public EraSelector eras() {
        return eras;
    }

    /** Whose authentication failed, as metrics count them. */
    public List<AuthenticationResult> refused() {
        return refused;
    }

    /** Runs that after each call, where it may throw. */
    public void onRan(Runnable action) {
        onRan = action;
    }

    /** How calls ended, as metrics count them. */
    public List<Outcome> ran() {
        return ran;
    }

    private final class Observed implements McpObserver {
        @Override
        public void answered(String method, boolean failed, long nanos) {}

        @Override
        public void ran(Outcome outcome, long nanos, Optional<SpanIdentity> span) {
            ran.add(outcome);
            onRan.run();
        }

        @Override
        public void ranTool(String tool, Outcome outcome, long nanos) {
            counted.ranTool(tool, outcome, nanos);
        }

        @Override
        public void internalError(String method, RuntimeException fault) {}
    }

    /** All memory for requests and answers. */
    public BufferBudget budget() {
        return budget;
    }

    /** Returns once a request holds memory. */
    public void awaitSomethingHeld() throws InterruptedException {
        await("memory is taken", () -> budget.used() > 0);
    }

    /** Returns once every buffer is given back: an answer arrives a moment before its memory is released. */
    public void awaitNothingHeld() throws InterruptedException {
        await("every buffer is given back", () -> budget.used() == 0);
    }

    /** Returns once the condition holds, and fails rather than hangs. */
    public static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until > 0) {
                throw new AssertionError("waited in vain until " + what);
            }
            Thread.sleep(1);
        }
    }

    public ReplicaEndpoint endpoint() {
        return endpoint;
    }

    /** The answer of {@code execute}, outside of any session. */
    public JsonNode execute(String tool, String inputs) throws IOException, InterruptedException {
        return call(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"" + tool + "\",\"inputs\":" + inputs + "}}");
    }

    public HttpClient client() {
        return client;
    }

    public URI uri(String path) {
        return URI.create("http://localhost:" + server.port() + path);
    }

    /** A request that wants JSON, however long it takes, unless the headers say otherwise; they are name, value, ... */
    public HttpRequest.Builder request(String... headers) {
        return requestTo(ReplicaEndpoint.PATH, headers);
    }

    /** The same to another path. */
    public HttpRequest.Builder requestTo(String path, String... headers) {
        var request = HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60));
        return headers.length == 0 ? request : request.headers(headers);
    }

    public HttpResponse<String> post(String body, String... headers) throws IOException, InterruptedException {
        return postTo(ReplicaEndpoint.PATH, body, headers);
    }

    public HttpResponse<String> postTo(String path, String body, String... headers)
            throws IOException, InterruptedException {
        return client.send(
                requestTo(path, headers)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    /** Posts a request with that method and parameters, outside of any session. */
    public JsonNode call(String method, String params, String... headers) throws IOException, InterruptedException {
        var response =
                post("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}", headers);
        return JsonMapper.shared().readTree(response.body());
    }

    /** Begins a session; returns its id. */
    public String initialize(String version, String... headers) throws IOException, InterruptedException {
        return post(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                                + version
                                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}",
                        headers)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    @Override
    public void close() {
        linker.release();
        streams.close();
        server.stop();
        endpoint.close();
        scripts.close();
        deadlines.close();
        client.close();
    }
}
