package dev.hyperterse.engines.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.testbed.CertificateAuthority;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.store.RedisServer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Databases that stop, restart, or refuse connections. */
@Timeout(180)
class RedisOutageIT {
    private static final String UNAVAILABLE = "unavailable: adapter db unavailable";

    @Test
    void unsentCommandsSucceedAfterARestart() {
        try (var server = server();
                var reading = RedisCalls.reading(server.url());
                var writing = RedisCalls.writing(server.url())) {
            writing.run("SET a 0");
            for (var round = 1; round <= 3; round++) {
                assertThat(reading.run("GET a")).isEqualTo("[{\"value\":\"" + (round - 1) + "\"}]");
                server.stop();
                server.start();
                // The former connections are closed, which the adapter has not seen yet.
                assertThat(writing.run("INCR a")).isEqualTo("[{\"value\":" + round + "}]");
                assertThat(reading.run("GET a")).isEqualTo("[{\"value\":\"" + round + "\"}]");
            }
        }
    }

    @Test
    void callsFailDuringAnOutageAndSucceedAfterwards() {
        try (var server = server();
                var reading = RedisCalls.reading(server.url())) {
            assertThat(reading.run("GET a")).isEqualTo("[{\"value\":null}]");
            server.stop();
            assertThat(reading.run("GET a")).isEqualTo(UNAVAILABLE);
            assertThat(reading.state()).isEqualTo("DOWN the database cannot be reached");
            server.start();
            await(() -> reading.run("GET a"), "[{\"value\":null}]");
            await(reading::state, "UP");
        }
    }

    @Test
    void effectOfACommandSentBeforeAnOutageIsUnknown() {
        try (var server = server();
                var writing = RedisCalls.writing(server.url())) {
            writing.run("SET a 0");
            var answers = new LinkedBlockingQueue<String>();
            var call = Thread.ofVirtual().start(() -> answers.add(writing.run("BLPOP queue 0")));
            while (!server.command("CLIENT", "LIST").contains("cmd=blpop")) {
                LockSupport.parkNanos(10_000_000);
            }
            server.stop();
            assertThat(taken(answers))
                    .isEqualTo("execution: the connection of adapter db was lost while the command ran; whether it took"
                            + " effect is unknown");
            assertThat(call.isVirtual()).isTrue();
        }
    }

    @Test
    void refusedConnectionIsReportedWithoutNames() {
        try (var server = RedisServer.create(
                "--requirepass",
                "s3cret",
                "--user",
                "app",
                "on",
                ">app-secret",
                "~shop:*",
                "+@read",
                "+hello",
                "+ping",
                "+select")) {
            try (var anonymous = RedisCalls.reading(server.url())) {
                assertThat(anonymous.run("GET shop:a")).isEqualTo(UNAVAILABLE);
                assertThat(anonymous.state()).isEqualTo("DOWN the database asks for a password");
            }
            try (var wrong = as(server, "app", "wrong")) {
                assertThat(wrong.run("GET shop:a")).isEqualTo(UNAVAILABLE);
                assertThat(wrong.state()).isEqualTo("DOWN authentication failed");
            }
            try (var app = as(server, "app", "app-secret")) {
                assertThat(app.run("GET shop:a")).isEqualTo("[{\"value\":null}]");
                assertThat(app.run("SET shop:a b"))
                        .isEqualTo("execution: the user of the adapter may not do this (NOPERM)");
                assertThat(app.run("GET other"))
                        .isEqualTo("execution: the user of the adapter may not do this (NOPERM)");
            }
            var inUrl = server.url().replace("://", "://:s3cret@");
            try (var usual = RedisCalls.reading(inUrl)) {
                assertThat(usual.run("GET a")).isEqualTo("[{\"value\":null}]");
            }
        }
    }

    private static RedisCalls as(RedisServer server, String user, String password) {
        return RedisCalls.on(
                RedisCalls.adapter(Access.ReadOnly, 60_000, 1000, RedisCalls.PLAIN, true),
                Map.of(
                        RedisCalls.key("url"), server.url(),
                        RedisCalls.key("username"), user,
                        RedisCalls.key("password"), password));
    }

    @Test
    void writeOnAReplicaIsRefused() {
        try (var primary = server();
                var replica = server();
                var writing = RedisCalls.writing(replica.url())) {
            replica.command("REPLICAOF", RedisServer.HOST, Integer.toString(primary.port()));
            assertThat(writing.run("SET a b"))
                    .isEqualTo("execution: the node that answered is a replica, which only reads (READONLY)");
        }
    }

    @Test
    void nextAddressServesWhenTheFirstDoesNotAnswer() {
        try (var first = server();
                var second = server();
                var reading = RedisCalls.reading(first.url() + "," + RedisServer.HOST + ":" + second.port())) {
            second.command("SET", "a", "second");
            assertThat(reading.run("GET a")).isEqualTo("[{\"value\":null}]");
            first.stop();
            await(() -> reading.run("GET a"), "[{\"value\":\"second\"}]");
        }
    }

    @Test
    void keysAreFoundOnTheNodesOfACluster() {
        var servers = Requirement.fulfil(RedisServer::cluster);
        try (var writing = RedisCalls.writing(servers.getLast().url())) {
            for (var round = 0; round < 2; round++) {
                for (var index = 0; index < 50; index++) {
                    assertThat(writing.run("SET key:" + index + " " + index)).isEqualTo("[{\"value\":\"OK\"}]");
                    assertThat(writing.run("GET key:" + index)).isEqualTo("[{\"value\":\"" + index + "\"}]");
                }
            }
            assertThat(writing.run("MGET {a}1 {a}2")).isEqualTo("[{\"value\":null},{\"value\":null}]");
            assertThat(writing.run("MGET a b")).startsWith("execution: ").endsWith("(CROSSSLOT)");
        } finally {
            servers.forEach(RedisServer::close);
        }
    }

    @Test
    void certificatesOfTheServerAreVerified() {
        try (var authority = CertificateAuthority.create("authority");
                var other = CertificateAuthority.create("other")) {
            var identity = authority.issue("server", "ip:127.0.0.1");
            var elsewhere = authority.issue("elsewhere", "dns:elsewhere.example");
            try (var server = Requirement.fulfil(() -> RedisServer.encrypted(authority, identity));
                    var misnamed = RedisServer.encrypted(authority, elsewhere)) {
                assertThat(overTls(server, TlsMode.VerifyFull, Optional.of(authority)))
                        .isEqualTo("[{\"value\":null}]");
                assertThat(overTls(server, TlsMode.Require, Optional.empty())).isEqualTo("[{\"value\":null}]");
                assertThat(overTls(server, TlsMode.VerifyFull, Optional.of(other)))
                        .isEqualTo("DOWN the database's certificate is not trusted");
                assertThat(overTls(misnamed, TlsMode.VerifyCa, Optional.of(authority)))
                        .isEqualTo("[{\"value\":null}]");
                assertThat(overTls(misnamed, TlsMode.VerifyFull, Optional.of(authority)))
                        .isEqualTo("DOWN the database's certificate is for another host name");
            }
        }
    }

    /** The answer of a call, or the state of the adapter where there is none. */
    private static String overTls(RedisServer server, TlsMode mode, Optional<CertificateAuthority> ca) {
        var tls = new Engine.Tls(mode, ca.map(_ -> RedisCalls.key("ca")), Optional.empty(), Optional.empty());
        var values = new HashMap<>(Map.of(RedisCalls.key("url"), server.url()));
        ca.ifPresent(it -> values.put(RedisCalls.key("ca"), it.certificate()));
        try (var reading = RedisCalls.on(RedisCalls.adapter(Access.ReadOnly, 30_000, 1000, tls, false), values)) {
            var answer = reading.run("GET a");
            return answer.equals(UNAVAILABLE) ? reading.state() : answer;
        }
    }

    private static RedisServer server() {
        return Requirement.fulfil(() -> RedisServer.create());
    }

    private static void await(Supplier<String> actual, String expected) {
        while (!actual.get().equals(expected)) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static String taken(BlockingQueue<String> answers) {
        try {
            return answers.take();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
