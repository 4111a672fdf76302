package dev.hyperterse.runtime.mcp.legacy.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientMemory.StoreResult;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.runtime.mcp.legacy.session.Session.SubscribeResult;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionRegistryTest {
    private static final Sessions SETTINGS =
            new Sessions(Duration.ofHours(24).toMillis(), Duration.ofMinutes(30).toMillis());
    private static final Principal ACME = Principal.named("keys", "acme");
    private static final Principal OTHER = Principal.named("keys", "other");
    private volatile KeyRing keys = KeyRing.random();

    private final PassingTime time = new PassingTime();
    private final SessionRegistry replica = registry();

    @Test
    void anyReplicaOpensTheSession() {
        assertThat(registry().find(begin(), ACME, SETTINGS)).isPresent();
    }

    @Test
    void initializeStoresNothing() {
        begin();

        assertThat(replica.remembered()).isEmpty();
    }

    @Test
    void sessionIsNotFoundByAnotherPrincipal() {
        var id = begin();

        assertThat(replica.find(id, OTHER, SETTINGS)).isEmpty();
        assertThat(replica.find(id, ACME, SETTINGS)).isPresent();
        assertThat(replica.find(id, OTHER, SETTINGS)).as("remembered or not").isEmpty();
    }

    @Test
    void sessionExpiresDespiteUse() {
        var id = begin();
        for (int hour = 0; hour < 24; hour++) {
            assertThat(replica.find(id, ACME, SETTINGS)).isPresent();
            pass(Duration.ofHours(1));
        }
        pass(Duration.ofMillis(1));

        assertThat(replica.find(id, ACME, SETTINGS)).isEmpty();
    }

    @Test
    void endedSessionIsUnknownUntilItsExpiry() {
        var id = begin();
        replica.end(id, replica.find(id, ACME, SETTINGS).orElseThrow());
        pass(Duration.ofHours(1));
        replica.evict(SETTINGS);

        assertThat(replica.find(id, ACME, SETTINGS)).isEmpty();
        assertThat(registry().find(id, ACME, SETTINGS)).as("another replica").isPresent();
        pass(Duration.ofHours(24));
        replica.evict(SETTINGS);
        assertThat(replica.remembered()).isEmpty();
    }

    @Test
    void sessionInUseEndsWithItsSeed() {
        var id = begin();
        var session = find(replica, id);
        session.listening(true);
        keys = KeyRing.random();

        assertThat(replica.find(id, ACME, SETTINGS)).isEmpty();
        replica.evict(SETTINGS);
        assertThat(session.ended()).isTrue();
        assertThat(replica.remembered()).isEmpty();
        assertThat(replica.find(begin(), ACME, SETTINGS)).as("a new session").isPresent();
    }

    @Test
    void idleSessionIsEvictedAndStillOpens() {
        var id = begin();
        replica.find(id, ACME, SETTINGS).orElseThrow().level(LoggingLevel.info);
        pass(Duration.ofMinutes(31));
        replica.evict(SETTINGS);

        assertThat(replica.remembered()).isEmpty();
        assertThat(replica.find(id, ACME, SETTINGS).orElseThrow().level()).isEmpty();
    }

    @Test
    void openStreamKeepsASession() {
        var session = replica.find(begin(), ACME, SETTINGS).orElseThrow();
        session.listening(true);
        pass(Duration.ofMinutes(31));
        replica.evict(SETTINGS);

        assertThat(replica.remembered()).containsExactly(session);
    }

    @Test
    void subscriptionsOfACallerAreLimitedAndReleased() {
        var uri = "u".repeat(Session.MAX_URI_LENGTH - 4);
        var sessions = new ArrayList<String>();
        SubscribeResult last;
        do {
            sessions.add(begin());
            var session = replica.find(sessions.getLast(), ACME, SETTINGS).orElseThrow();
            int number = 1_000;
            do {
                last = session.subscribe(uri + number++);
            } while (last == SubscribeResult.SUBSCRIBED);
        } while (last == SubscribeResult.SESSION_FULL && sessions.size() < 1_000);
        assertThat(last).isEqualTo(SubscribeResult.REPLICA_FULL);
        assertThat(replica.subscriptionBytes()).isBetween(7L << 20, 8L << 20);

        var first = replica.find(sessions.getFirst(), ACME, SETTINGS).orElseThrow();
        var another = replica.find(begin(), ACME, SETTINGS).orElseThrow();
        assertThat(another.subscribe(uri)).isEqualTo(SubscribeResult.REPLICA_FULL);
        var toolset = ACME.at(Optional.of("sales"));
        var there = replica.begin(
                PrincipalHash.of(toolset), ProtocolVersion.LATEST, Set.of(), Set.of(), new ClientInfo("client", "1"));
        assertThat(replica.find(there, toolset, SETTINGS).orElseThrow().subscribe(uri))
                .as("the caller is the same one at the URL of a toolset")
                .isEqualTo(SubscribeResult.REPLICA_FULL);
        assertThat(ofAnotherCaller().subscribe(uri))
                .as("another caller has a share of its own")
                .isEqualTo(SubscribeResult.SUBSCRIBED);
        replica.end(sessions.getFirst(), first);
        assertThat(another.subscribe(uri)).isEqualTo(SubscribeResult.SUBSCRIBED);
        assertThat(first.subscribe(uri)).as("an ended session holds nothing").isEqualTo(SubscribeResult.REPLICA_FULL);

        pass(Duration.ofMinutes(31));
        replica.evict(SETTINGS);
        assertThat(replica.subscriptionBytes()).isZero();
    }

    @Test
    void valuesOfACallerAreLimitedAndReleased() {
        var json = "\"" + "v".repeat(16_000) + "\"";
        var sessions = new ArrayList<String>();
        StoreResult last;
        do {
            sessions.add(begin());
            last = values(sessions.getLast()).put("shop", "k", json);
        } while (last == StoreResult.STORED && sessions.size() < 10_000);
        assertThat(last).isEqualTo(StoreResult.REPLICA_FULL);
        assertThat(replica.valueBytes()).isBetween(7L << 20, 8L << 20);

        var first = replica.find(sessions.getFirst(), ACME, SETTINGS).orElseThrow();
        replica.end(sessions.getFirst(), first);
        assertThat(values(sessions.getLast()).put("shop", "k", json)).isEqualTo(StoreResult.STORED);
        assertThat(first.values().put("shop", "k", json))
                .as("an ended session holds nothing")
                .isEqualTo(StoreResult.REPLICA_FULL);
        assertThat(values(sessions.getLast()).put("shop", "k", "1"))
                .as("a shorter one in its place")
                .isEqualTo(StoreResult.STORED);
        assertThat(ofAnotherCaller().values().put("shop", "k", json))
                .as("another caller has a share of its own")
                .isEqualTo(StoreResult.STORED);

        pass(Duration.ofMinutes(31));
        replica.evict(SETTINGS);
        assertThat(replica.valueBytes()).isZero();
    }

    @Test
    void namespacesDoNotReadEachOthersValues() {
        var values = values(begin());
        values.put("shop", "k", "1");

        assertThat(values.get("other", "k")).isEmpty();
        values.remove("other", "k");
        assertThat(values.get("shop", "k")).contains("1");
        values.remove("shop", "k");
        assertThat(replica.valueBytes()).isZero();
    }

    @Test
    void sessionWithValuesHoldsState() {
        var session = replica.find(begin(), ACME, SETTINGS).orElseThrow();
        assertThat(session.holdsState()).isFalse();
        session.values().put("shop", "k", "1");
        assertThat(session.holdsState()).isTrue();
    }

    @Test
    void atTheLimitTheSessionUnusedForLongestIsForgottenWhenAllHoldState() {
        var limited = registry(4);
        var ids = new ArrayList<String>();
        for (var number = 0; number < 4; number++) {
            ids.add(begin());
            find(limited, ids.getLast()).level(LoggingLevel.info);
            pass(Duration.ofSeconds(1));
        }
        find(limited, ids.getFirst()).listening(true);
        pass(Duration.ofSeconds(1));
        find(limited, ids.get(1));
        pass(Duration.ofSeconds(1));

        var another = find(limited, begin());
        another.level(LoggingLevel.info);

        assertThat(limited.remembered()).hasSize(4).contains(another);
        assertThat(find(limited, ids.get(0)).level()).as("it listens").isPresent();
        assertThat(find(limited, ids.get(1)).level()).as("used of late").isPresent();
        assertThat(find(limited, ids.get(3)).level()).isPresent();
        assertThat(find(limited, ids.get(2)).level()).as("unused for longest").isEmpty();
    }

    @Test
    void atTheLimitNoSessionWithAnOpenStreamIsForgotten() {
        var limited = registry(4);
        var listening = new ArrayList<Session>();
        for (var number = 0; number < 4; number++) {
            listening.add(find(limited, begin()));
            listening.getLast().subscribe("test://changes");
            listening.getLast().listening(true);
        }

        var one = find(limited, begin());
        var another = find(limited, begin());

        assertThat(limited.remembered()).containsAll(listening).contains(another);
        assertThat(limited.remembered()).as("one without a stream makes room").doesNotContain(one);
        assertThat(listening).allMatch(session -> session.subscribed("test://changes"));
    }

    @Test
    void atTheLimitASessionWhoseIdSaysAllIsForgottenFirst() {
        var limited = registry(4);
        var plain = find(limited, begin());
        for (var number = 0; number < 3; number++) {
            find(limited, begin()).level(LoggingLevel.info);
        }
        pass(Duration.ofSeconds(1));
        plain.used(time.times().nanoTime().getAsLong());

        find(limited, begin()).level(LoggingLevel.info);

        assertThat(limited.remembered()).hasSize(4).doesNotContain(plain);
    }

    private static Session find(SessionRegistry registry, String id) {
        return registry.find(id, ACME, SETTINGS).orElseThrow();
    }

    private Session ofAnotherCaller() {
        var other = OTHER;
        var id = replica.begin(
                PrincipalHash.of(other), ProtocolVersion.LATEST, Set.of(), Set.of(), new ClientInfo("client", "1"));
        return replica.find(id, other, SETTINGS).orElseThrow();
    }

    private ClientMemory values(String id) {
        return replica.find(id, ACME, SETTINGS).orElseThrow().values();
    }

    private String begin() {
        return replica.begin(
                PrincipalHash.of(ACME), ProtocolVersion.LATEST, Set.of(), Set.of(), new ClientInfo("client", "1"));
    }

    private SessionRegistry registry() {
        return registry(1_000_000);
    }

    private SessionRegistry registry(int most) {
        return new SessionRegistry(
                new SessionSeal("uid", () -> keys, new SecureRandom()),
                time.times(),
                new SessionMemory((long) SessionMemory.SESSION * most, 16L << 20, 16L << 20));
    }

    private void pass(Duration passed) {
        time.pass(passed);
    }
}
