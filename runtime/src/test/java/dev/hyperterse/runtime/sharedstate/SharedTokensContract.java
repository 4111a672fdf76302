package dev.hyperterse.runtime.sharedstate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.turn.CountedCaller;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.runtime.history.CallHistory.Past;
import dev.hyperterse.runtime.history.CallSeries;
import dev.hyperterse.runtime.history.HistoryWindow;
import dev.hyperterse.runtime.history.LocalHistory;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.modern.task.SharedTasks;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard.Done;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard.Fate;
import dev.hyperterse.runtime.mcp.modern.task.TaskBoard.Message;
import dev.hyperterse.runtime.rate.CallRates;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.testbed.store.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replicas that count together in a real database. Rates are low, so that no token comes back while a test runs. */
@Timeout(180)
abstract class SharedTokensContract {
    private static final int RACES = Integer.getInteger("history.races", 200);
    private static final Duration KEEP = Duration.ofMinutes(1);
    private static final CallSeries TRANSFERS = series("ann@shop.example");
    private static final Principal ANN = Principal.named("sso", "ann@shop.example");
    private static final ValueKey URL = ValueKey.adapter(ServerSettings.SHARED_STATE, "url");
    private static final ValueKey USERNAME = ValueKey.adapter(ServerSettings.SHARED_STATE, "username");
    private static final ValueKey AUTHORITY = ValueKey.adapter(ServerSettings.SHARED_STATE, "tls.ca");
    private static final ValueKey PASSWORD = ValueKey.adapter(ServerSettings.SHARED_STATE, "password");

    private final RedisServer server;

    SharedTokensContract(RedisServer server) {
        this.server = server;
    }

    @Test
    void replicasShareTheLimitOfACaller() {
        try (var one = Replica.on("shared", server.url());
                var two = Replica.on("shared", server.url())) {
            var passed = new AtomicInteger();
            IntStream.range(0, 400).parallel().forEach(call -> passed.addAndGet((call % 2 == 0 ? one : two).taken(1)));

            assertThat(passed).hasValue(Replica.BURST);
            assertThat(one.rates
                            .take(Replica.LIMITS, ANN, Optional.empty())
                            .orElseThrow()
                            .retryAfter())
                    .isPositive();
        }
    }

    @Test
    void serversDoNotShareLimits() {
        try (var one = Replica.on("one", server.url());
                var other = Replica.on("other", server.url())) {
            assertThat(one.taken(100)).isEqualTo(Replica.BURST);
            assertThat(other.taken(100)).isEqualTo(Replica.BURST);
        }
    }

    @Test
    void keysNameNoCallerAndExpire() {
        try (var one = Replica.on("keys", server.url())) {
            // Those of other tests go away meanwhile.
            var others = keys();
            one.taken(1);

            var keys = keys();
            keys.removeAll(others);
            assertThat(keys).isNotEmpty().allMatch(key -> key.matches("hyperterse:rate:[0-9a-f]{32}"));
            for (var key : keys) {
                // A token is back after a minute, and the bucket is full.
                assertThat(Long.parseLong(server.command("PTTL", key))).isBetween(1L, 24 * 3_600_000L);
            }
        }
    }

    private Set<String> keys() {
        return new HashSet<>(List.of(server.command("KEYS", "*").split(",")));
    }

    @Test
    void tokensReturnByTheClockOfTheDatabase() {
        var fast = new Rates(Optional.of(new Rate(6_000, 1)), Optional.empty(), Optional.empty());
        try (var one = Replica.on("clock", server.url())) {
            await(() -> one.rates.take(fast, ANN, Optional.empty()).isEmpty());
            await(() -> one.rates.take(fast, ANN, Optional.empty()).isEmpty());
        }
    }

    @Test
    void replicasShareTheirHistory() {
        try (var one = Replica.on("history", server.url());
                var two = Replica.on("history", server.url());
                var other = Replica.on("other history", server.url())) {
            var first = one.history.add(TRANSFERS, 2_000_500_000L).orElseThrow();
            assertThat(seen(two.history.add(TRANSFERS, 1_000_000_000L))).isEqualTo("1 calls, 2000.5");
            assertThat(seen(one.history.read(TRANSFERS))).isEqualTo("2 calls, 3000.5");
            assertThat(seen(other.history.read(TRANSFERS))).isEqualTo("0 calls, 0.0");

            var large = one.history.add(TRANSFERS, 1_000_000_000_000_000_000L).orElseThrow();
            one.history.takeBack(TRANSFERS, large.step(), 1_000_000_000_000_000_000L);
            assertThat(seen(one.history.read(TRANSFERS)))
                    .as("what is taken back leaves what was there")
                    .isEqualTo("2 calls, 3000.5");

            var nothing = two.history.add(TRANSFERS, 0).orElseThrow();
            two.history.takeBack(TRANSFERS, nothing.step(), 0);
            assertThat(two.sharesTokens()).isTrue();
            two.history.takeBack(TRANSFERS, first.step(), 2_000_500_000L);
            assertThat(seen(one.history.read(TRANSFERS))).isEqualTo("1 calls, 1000.0");
        }
    }

    @Test
    void amountsThatAreTooManyAreNotCounted() {
        try (var one = Replica.on("much", server.url())) {
            for (var large = 0; large < 9; large++) {
                assertThat(one.history.add(TRANSFERS, 1_000_000_000_000_000_000L))
                        .isPresent();
            }
            assertThat(one.history.add(TRANSFERS, 1_000_000_000_000_000_000L)).isEmpty();
            assertThat(one.sharesTokens()).isTrue();
            assertThat(one.history.read(TRANSFERS)).isPresent();
        }
    }

    /** Of three transfers of 2,000 at once the third does not fit into 5,000, whichever replica has it. */
    @Test
    void ofCallsAtOnceOnAllReplicasOnlyThoseThatFitAreAdmitted() {
        try (var one = Replica.on("race", server.url());
                var two = Replica.on("race", server.url());
                var three = Replica.on("race", server.url());
                var four = Replica.on("race", server.url())) {
            var replicas = List.of(one, two, three, four);
            for (var race = 0; race < RACES; race++) {
                var transfers = series("caller " + race);
                var admitted = IntStream.range(race, race + 3)
                        .parallel()
                        .filter(call -> replicas.get(call % 4)
                                                .history
                                                .add(transfers, 2_000_000_000L)
                                                .orElseThrow()
                                                .sum()
                                        + 2000
                                <= 5000)
                        .count();
                assertThat(admitted).as("race %d", race).isEqualTo(2);
            }
        }
    }

    @Test
    void historyMovesByTheClockOfTheDatabaseAndExpires() {
        try (var one = Replica.on("window", server.url())) {
            var others = keys();
            one.history.add(TRANSFERS, 1);
            var keys = keys();
            keys.removeAll(others);
            var key = keys.stream()
                    .filter(it -> it.matches("hyperterse:history:[0-9a-f]{32}"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Long.parseLong(server.command("TTL", key))).isBetween(1L, 3600L + 180);

            // A step of a day ago.
            server.command("HSET", key, "c1", "40", "s1", "9");
            assertThat(seen(one.history.read(TRANSFERS))).isEqualTo("1 calls, 1.0E-6");
            assertThat(server.command("HLEN", key)).isEqualTo("2");
        }
    }

    static CallSeries series(String caller) {
        return new CallSeries(
                LeafKind.Tool,
                "transfer",
                Optional.of("amount"),
                new HistoryWindow(3600),
                Optional.of(CountedCaller.of(Principal.named("sso", caller))));
    }

    private static String seen(Optional<Past> past) {
        return past.map(it -> it.calls() + " calls, " + it.sum()).orElse("nothing");
    }

    @Test
    void replicasShareTheirTasks() {
        try (var one = Replica.on("tasks", server.url());
                var two = Replica.on("tasks", server.url());
                var other = Replica.on("other tasks", server.url())) {
            assertThat(two.tasks.look("t")).isEmpty();
            assertThat(two.tasks.send("t", new Message("early", "a"))).isFalse();
            assertThat(one.tasks.show("t", "first", KEEP, List.of())).contains(List.of());
            assertThat(two.tasks.look("t")).contains("first");
            assertThat(other.tasks.look("t")).isEmpty();

            var messages = Stream.of("a", "b", "c", "d")
                    .map(id -> new Message(id, "text-of-" + id))
                    .toList();
            messages.forEach(message -> assertThat(two.tasks.send("t", message)).isTrue());
            assertThat(two.tasks.send("t", new Message("e", "one-too-many"))).isFalse();
            assertThat(two.tasks.fate("t", "d")).isEqualTo(Fate.WAITS);
            var large = "x".repeat(SharedTasks.LONGEST);
            assertThat(one.tasks.show("t", large, KEEP, List.of()).orElseThrow())
                    .containsExactlyInAnyOrderElementsOf(messages);
            assertThat(two.tasks.look("t")).contains(large);
            assertThat(one.tasks.show("t", "last", KEEP, taken("a", "b", "d"))).contains(List.of(messages.get(2)));
            assertThat(two.tasks.fate("t", "d")).isEqualTo(Fate.TAKEN);
            assertThat(two.tasks.fate("t", "c")).isEqualTo(Fate.WAITS);
            assertThat(one.tasks.show("t", "last", KEEP, taken("c"))).contains(List.of());

            assertThat(one.tasks.remove("t")).isTrue();
            assertThat(two.tasks.look("t")).isEmpty();
            assertThat(two.tasks.fate("t", "c")).isEqualTo(Fate.UNKNOWN);
            assertThat(one.tasks.isShared()).isTrue();
            assertThat(one.shared.state().map(AdapterState::status)).contains(AdapterState.Status.UP);
        }
    }

    /** As after a failover to a copy that had not heard of it. */
    @Test
    void messageThatIsLostIsNotTaken() {
        try (var one = Replica.on("lost", server.url());
                var two = Replica.on("lost", server.url())) {
            one.tasks.show("t", "state", KEEP, List.of());
            Stream.of("lost", "kept").forEach(id -> two.tasks.send("t", new Message(id, "text")));
            server.command("HDEL", key("lost", "t"), "lost");
            assertThat(two.tasks.fate("t", "lost")).isEqualTo(Fate.LOST);
            one.tasks.show("t", "state", KEEP, taken("kept"));
            assertThat(two.tasks.fate("t", "kept")).isEqualTo(Fate.TAKEN);
            assertThat(two.tasks.fate("t", "ept")).isEqualTo(Fate.LOST);
            two.tasks.send("t", new Message("unread", "text"));
            one.tasks.show("t", "state", KEEP, List.of(new Done("unread", false)));
            assertThat(two.tasks.fate("t", "unread"))
                    .as("its replica could not read it")
                    .isEqualTo(Fate.LOST);
        }
    }

    /** The oldest are forgotten, whose senders have heard of it. */
    @Test
    void messagesThatWereTakenAreRememberedWithinABound() {
        try (var one = Replica.on("many", server.url())) {
            var ids = Stream.generate(() -> UUID.randomUUID().toString())
                    .limit(40)
                    .toList();
            for (var id : ids) {
                one.tasks.show("t", "state", KEEP, List.of());
                assertThat(one.tasks.send("t", new Message(id, "text"))).isTrue();
                assertThat(one.tasks.show("t", "state", KEEP, taken(id))).contains(List.of());
            }
            assertThat(server.command("HSTRLEN", key("many", "t"), "taken")).isEqualTo("" + TaskScript.TAKEN);
            assertThat(ids.stream().map(id -> one.tasks.fate("t", id)).filter(Fate.TAKEN::equals))
                    .hasSize(32);
            assertThat(one.tasks.fate("t", ids.getLast())).isEqualTo(Fate.TAKEN);
        }
    }

    private static final List<String> NO_COST = List.of("config", "ping", "hello");

    /** As docs/mcp.md says. */
    @Test
    void costOfATaskIsOneShortScript() {
        try (var one = Replica.on("cost", server.url())) {
            one.tasks.show("t", "state", KEEP, List.of());
            assertThat(commands(() -> one.tasks.show("t", "state", KEEP, List.of())))
                    .containsExactlyInAnyOrder("eval", "type", "hget", "hset", "pexpire", "hkeys");
            assertThat(commands(() -> one.tasks.look("t"))).containsExactlyInAnyOrder("eval", "type", "hget");
        }
    }

    /** The commands that it runs once; a connection that was idle for 10 ms is asked by a ping before, and a new one says hello. */
    private List<String> commands(Runnable run) {
        server.command("CONFIG", "RESETSTAT");
        run.run();
        return server.command("INFO", "commandstats")
                .lines()
                .filter(it -> it.contains("calls=1,") && NO_COST.stream().noneMatch(it::contains))
                .map(it -> it.substring("cmdstat_".length(), it.indexOf(':')))
                .toList();
    }

    private static List<Done> taken(String... messages) {
        return Stream.of(messages).map(id -> new Done(id, true)).toList();
    }

    private static String key(String server, String task) {
        return TaskScript.values(server, task, TaskScript.What.LOOK, "", KEEP, List.of())
                .getFirst()
                .toString();
    }

    @Test
    void taskExpiresByTheClockOfTheDatabase() {
        try (var one = Replica.on("expiry", server.url())) {
            var others = keys();
            one.tasks.show("t", "state", KEEP, List.of());
            one.tasks.send("t", new Message("a", "text"));
            var keys = keys();
            keys.removeAll(others);
            var key = keys.stream()
                    .filter(it -> it.matches("hyperterse:task:[0-9a-f]{32}"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Long.parseLong(server.command("PTTL", key))).isBetween(1L, KEEP.toMillis());
            one.tasks.show("t", "state", Duration.ofMillis(1), List.of());
            await(() -> one.tasks.look("t").isEmpty());
        }
    }

    /** Values that another client of the database has written. */
    @Test
    void strangeValuesInOneTaskHurtNoOther() {
        try (var one = Replica.on("strange", server.url())) {
            var others = keys();
            one.tasks.show("t", "state", KEEP, List.of());
            var keys = keys();
            keys.removeAll(others);
            var key = keys.stream()
                    .filter(it -> it.contains(":task:"))
                    .findFirst()
                    .orElseThrow();
            server.command("HSET", key, "a b", "c", "d", "e f", "large", "x".repeat(40_000));
            assertThat(one.tasks.send("t", new Message("real", "text"))).isTrue();
            assertThat(one.tasks.show("t", "state", KEEP, List.of())).contains(List.of(new Message("real", "text")));
            assertThat(server.command("HLEN", key)).isEqualTo("3");

            server.command("HSET", key, "quoted", "\u0001".repeat(30_000), "n".repeat(70_000), "text");
            assertThat(one.tasks.show("t", "state", KEEP, List.of())).contains(List.of(new Message("real", "text")));

            for (var state : List.of("x".repeat(SharedTasks.LONGEST + 1), "\"".repeat(SharedTasks.LONGEST))) {
                server.command("HSET", key, "state", state);
                assertThat(one.tasks.look("t")).isEmpty();
            }
            server.command("SET", key, "no hash");
            assertThat(one.tasks.look("t")).isEmpty();
            assertThat(one.tasks.show("t", "state", KEEP, List.of())).contains(List.of());
            assertThat(one.shared.state().map(AdapterState::status)).contains(AdapterState.Status.UP);
        }
    }

    @Test
    void userWithTheDocumentedRightsSuffices() {
        server.command(
                "ACL",
                "SETUSER",
                "counter",
                "on",
                ">counter-secret",
                "~hyperterse:*",
                "+hello",
                "+ping",
                "+select",
                "+eval",
                "+get",
                "+set",
                "+time",
                "+hexists",
                "+hgetall",
                "+hincrby",
                "+hdel",
                "+expire",
                "+hget",
                "+hset",
                "+hlen",
                "+type",
                "+hkeys",
                "+pexpire",
                "+del");
        try (var one = Replica.as("acl", server.url(), "counter", "counter-secret");
                var refused = Replica.as("acl", server.url(), "counter", "wrong")) {
            assertThat(one.taken(100)).isEqualTo(Replica.BURST);
            assertThat(one.history.add(TRANSFERS, 1)).isPresent();
            one.tasks.show("t", "state", KEEP, List.of());
            assertThat(one.tasks.send("t", new Message("a", "text"))).isTrue();
            assertThat(one.tasks.fate("t", "a")).isEqualTo(Fate.WAITS);
            assertThat(one.tasks.show("t", "state", KEEP, taken("a"))).contains(List.of());
            one.tasks.remove("t");
            assertThat(one.tasks.look("t")).isEmpty();
            assertThat(one.shared.state().map(AdapterState::status)).contains(AdapterState.Status.UP);

            assertThat(refused.history.add(TRANSFERS, 1)).isEmpty();
            assertThat(refused.taken(100)).isEqualTo(Replica.BURST);
            assertThat(refused.shared.state().flatMap(AdapterState::message)).contains("authentication failed");
        }
    }

    /** One replica: its counts, and what it shares. */
    static final class Replica implements AutoCloseable {
        static final int BURST = 50;
        static final Rates LIMITS = new Rates(Optional.of(new Rate(1, BURST)), Optional.empty(), Optional.empty());

        final DeadlineTimer deadlines = new DeadlineTimer();
        final SharedRedis shared;
        final SharedHistory history;
        final TaskBoard tasks;
        final CallRates rates;

        private Replica(String uid, long timeoutMillis, Map<ValueKey, String> values) {
            var engines = new EngineConnectors(Path.of("."), Path.of("."));
            shared = new SharedRedis(new Adapters(engines, Handover.standard()), deadlines);
            history = new SharedHistory(shared, new LocalHistory(System::nanoTime, 1 << 20));
            tasks = new RedisTaskBoard(shared);
            var lender = new SharedTokens(shared, new MetricRegistry());
            rates = new CallRates(new MetricRegistry(), lender, System::nanoTime, 1 << 20);
            follow(uid, timeoutMillis, values);
        }

        /** Long enough for a loaded machine; tests of outages cause them explicitly. */
        static Replica on(String uid, String url) {
            return new Replica(uid, 30_000, Map.of(URL, url));
        }

        static Replica impatient(String uid, String url) {
            return new Replica(uid, 100, Map.of(URL, url));
        }

        static Replica as(String uid, String url, String user, String password) {
            return new Replica(uid, 30_000, Map.of(URL, url, USERNAME, user, PASSWORD, password));
        }

        /** Over TLS, to a server whose certificate that authority has signed. */
        static Replica encrypted(String uid, String url, String authority) {
            return new Replica(uid, 30_000, Map.of(URL, url, AUTHORITY, authority));
        }

        private static Engine.Tls tls(Map<ValueKey, String> values) {
            var authority = Optional.of(AUTHORITY).filter(values::containsKey);
            return new Engine.Tls(
                    authority.isPresent() ? Engine.TlsMode.VerifyFull : Engine.TlsMode.Disable,
                    authority,
                    Optional.empty(),
                    Optional.empty());
        }

        private void follow(String uid, long timeoutMillis, Map<ValueKey, String> values) {
            var engine = new Engine.Redis(
                    URL,
                    Optional.of(USERNAME).filter(values::containsKey),
                    Optional.of(PASSWORD).filter(values::containsKey),
                    Optional.empty(),
                    tls(values));
            var state = new Adapter(
                    ServerSettings.SHARED_STATE,
                    Adapter.Access.ReadOnly,
                    new Adapter.Pool(8, 1, 30_000, 600_000, 1_800_000),
                    timeoutMillis,
                    1,
                    engine);
            var server = settings(uid).with(draft -> draft.sharedState = Optional.of(state));
            apply(server, values);
        }

        /** The server shares no state any more. */
        void shareNothing() {
            apply(settings("alone"), Map.of());
        }

        private void apply(ServerSettings server, Map<ValueKey, String> values) {
            try (var next = shared.prepare(server, new ValueSet("v", values))) {
                next.apply();
            }
        }

        private static ServerSettings settings(String uid) {
            var server = Servers.searching().catalog(1).server();
            return server.with(draft -> draft.identity = new ServerIdentity("default", "shop", uid, 1));
        }

        boolean sharesTokens() {
            return shared.answers(TokenScript.SCRIPT);
        }

        int taken(int calls) {
            return (int) IntStream.range(0, calls)
                    .filter(_ -> rates.take(LIMITS, ANN, Optional.empty()).isEmpty())
                    .count();
        }

        @Override
        public void close() {
            shared.close();
            deadlines.close();
        }
    }

    static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(10_000_000);
        }
    }
}
