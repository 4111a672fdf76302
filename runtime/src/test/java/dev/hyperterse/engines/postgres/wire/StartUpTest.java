package dev.hyperterse.engines.postgres.wire;

import static dev.hyperterse.engines.postgres.wire.FakeConversation.authentication;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.error;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.int4;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.message;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.ready;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.setting;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.engines.PasswordSource;
import dev.hyperterse.engines.postgres.wire.host.HostChoice;
import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The start of a connection: each authentication method and each refusal. */
@Timeout(60)
class StartUpTest {
    private static final byte[] SALT = {1, 2, 3, 4};

    private final BlockingQueue<FakeConversation.Message> received = new LinkedBlockingQueue<>();

    @Test
    void trustedClientIsAdmittedWithItsParameters() throws Exception {
        try (var engine = FakeEngine.playing((client, _) -> {
                    received.add(client.startUp());
                    admit(client);
                });
                var connection = open(engine, Optional.empty())) {
            assertThat(received.take().text()).endsWith("user\0me\0database\0shop\0\0");
            assertThat(connection.reported()).containsEntry("server_version", "17.2");
        }
    }

    @Test
    void passwordIsSentInPlainTextOnRequest() throws Exception {
        try (var engine = asking(authentication(3));
                var _ = open(engine, Optional.of("secret"))) {
            assertThat(received.take().text()).isEqualTo("secret\0");
        }
    }

    @Test
    void passwordIsDigestedWithTheSaltOfTheEngine() throws Exception {
        try (var engine = asking(authentication(5, SALT));
                var _ = open(engine, Optional.of("secret"))) {
            // md5(md5("secret" + "me") + salt), as PostgreSQL computes it.
            assertThat(received.take().text()).isEqualTo("md58322d584bf59f0253d58346307bb6ba3\0");
        }
    }

    @Test
    void engineThatSkipsItsScramProofIsRefused() throws IOException {
        try (var engine = FakeEngine.playing((client, _) -> {
            client.startUp();
            client.send(authentication(10, text("SCRAM-SHA-256"), new byte[1]));
            client.read();
            admit(client);
        })) {
            assertThatThrownBy(() -> open(engine, Optional.of("secret")))
                    .isInstanceOfSatisfying(ConnectionRefused.class, refused -> assertThat(refused.sqlState())
                            .isEqualTo("28000"));
        }
    }

    @Test
    void engineThatDemandsExcessiveIterationsIsRefused() throws IOException {
        try (var engine = FakeEngine.playing((client, _) -> {
            client.startUp();
            client.send(authentication(10, text("SCRAM-SHA-256"), new byte[1]));
            var first = client.read().text();
            var nonce = first.substring(first.indexOf("r=") + 2);
            client.send(authentication(11, ascii("r=" + nonce + "x,s=AAAA,i=2000000000")));
            client.drain();
        })) {
            assertThatThrownBy(() -> open(engine, Optional.of("secret"))).isInstanceOf(ConnectionRefused.class);
        }
    }

    private static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of("28P01", new byte[][] {error("28P01", "password authentication failed")}),
                Arguments.of("3D000", new byte[][] {error("3D000", "database does not exist")}),
                Arguments.of("53300", new byte[][] {authentication(0), error("53300", "too many connections")}),
                Arguments.of("08004", new byte[][] {authentication(7)}),
                Arguments.of("08004", new byte[][] {authentication(10, text("SCRAM-SHA-1"), new byte[1])}));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusalCarriesItsSqlState(String sqlState, byte[][] answer) throws IOException {
        try (var engine = FakeEngine.playing((client, _) -> {
            client.startUp();
            client.send(answer);
            client.drain();
        })) {
            assertThatThrownBy(() -> open(engine, Optional.of("secret")))
                    .isInstanceOfSatisfying(ConnectionRefused.class, refused -> assertThat(refused.sqlState())
                            .isEqualTo(sqlState));
        }
    }

    private static Stream<byte[][]> nonsense() {
        return Stream.of(
                new byte[][] {ready()},
                new byte[][] {message('K', int4(1), int4(2))},
                new byte[][] {message('K', int4(1))},
                new byte[][] {message('D', new byte[2])},
                new byte[][] {authentication(0), authentication(0)},
                new byte[][] {authentication(0), authentication(3)},
                new byte[][] {authentication(5)},
                new byte[][] {authentication(11, ascii("r=x"))},
                new byte[][] {authentication(12, ascii("v=x"))},
                new byte[][] {message('R')},
                new byte[][] {message('S', ascii("without an end"))},
                new byte[][] {{'R', 0, 0, 0, 3}},
                new byte[][] {{'R', (byte) 0x80, 0, 0, 0}},
                new byte[][] {{'D', 0x7f, 0, 0, 0}},
                new byte[][] {ascii("HTTP/1.1 400 Bad Request\r\n\r\n")});
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void invalidStartUpAnswerIsRefused(byte[][] answer) throws IOException {
        try (var engine = FakeEngine.playing((client, _) -> {
            client.startUp();
            client.send(answer);
            client.end();
            client.drain();
        })) {
            assertThatThrownBy(() -> open(engine, Optional.of("secret"))).isInstanceOf(IOException.class);
        }
    }

    @Test
    void connectionToAnUnresponsiveEngineTimesOut() throws IOException {
        try (var engine = FakeEngine.playing((client, _) -> client.drain())) {
            var hurried = login(engine.port(), Optional.empty(), Optional.empty(), Duration.ofMillis(200));
            assertThatThrownBy(() -> new Dialer(hurried).open()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void engineWithoutRequiredEncryptionIsRefused() throws IOException {
        var required = new Encryption(true, (SSLSocketFactory) SSLSocketFactory.getDefault(), Optional.empty());
        try (var engine = FakeEngine.playing((client, _) -> {
            client.startUp();
            received.add(new FakeConversation.Message('!', new byte[0]));
        })) {
            var login = login(engine.port(), Optional.empty(), Optional.of(required), Duration.ofSeconds(30));
            assertThatThrownBy(() -> new Dialer(login).open())
                    .isInstanceOfSatisfying(ConnectionRefused.class, refused -> assertThat(refused.sqlState())
                            .isEqualTo("08004"));
            assertThat(received).isEmpty();
        }
    }

    @Test
    void preferredEncryptionFallsBackToPlainText() throws Exception {
        var preferred = new Encryption(false, (SSLSocketFactory) SSLSocketFactory.getDefault(), Optional.empty());
        try (var engine = FakeEngine.playing((client, _) -> {
                    client.startUp();
                    admit(client);
                });
                var connection = new Dialer(
                                login(engine.port(), Optional.empty(), Optional.of(preferred), Duration.ofSeconds(30)))
                        .open()) {
            assertThat(connection.reported()).containsEntry("server_version", "17.2");
        }
    }

    @Test
    void nextHostServesWhenTheFirstDoesNot() throws Exception {
        try (var closed = FakeEngine.playing((_, _) -> {});
                var open = FakeEngine.playing((client, _) -> {
                    client.startUp();
                    admit(client);
                })) {
            var hosts = ServerAddress.list("127.0.0.1:%d,127.0.0.1:%d".formatted(closed.port(), open.port()));
            new Dialer(login(hosts, HostChoice.Role.ANY)).open().close();
            assertThat(closed.connections()).isOne();
        }
    }

    @Test
    void nextAddressOfAHostServesWhenTheFirstRefuses() throws Exception {
        try (var engine = FakeEngine.playing((client, _) -> client.drain())) {
            var login = login(engine.port(), Optional.empty(), Optional.empty(), Duration.ofSeconds(30));
            var addresses = List.of(InetAddress.ofLiteral("127.0.0.2"), InetAddress.ofLiteral("127.0.0.1"));
            var end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            try (var link = Sockets.open(login.hosts().getFirst(), addresses, login, end)) {
                assertThat(link.address()).isEqualTo(addresses.getLast());
            }
        }
    }

    @Test
    void recentlyFailedHostIsTriedLast() throws Exception {
        try (var closed = FakeEngine.playing((_, _) -> {});
                var open = FakeEngine.playing((client, _) -> {
                    client.startUp();
                    admit(client);
                })) {
            var hosts = ServerAddress.list("127.0.0.1:%d,127.0.0.1:%d".formatted(closed.port(), open.port()));
            var dialer = new Dialer(login(hosts, HostChoice.Role.ANY));
            for (var connection = 0; connection < 5; connection++) {
                dialer.open().close();
            }
            assertThat(open.connections()).isEqualTo(5);
            assertThat(closed.connections()).isOne();
        }
    }

    /**
     * An unauthenticated engine may be a man in the middle, so the client must not send it a request without encryption.
     */
    @Test
    void preferredEncryptionDoesNotFallBackForAnUnauthenticatedEngine() throws IOException {
        var preferred = new Encryption(false, (SSLSocketFactory) SSLSocketFactory.getDefault(), Optional.empty());
        try (var engine = FakeEngine.playing((client, _) -> {
            client.startUp();
            client.send(authentication(10, text("SCRAM-SHA-256"), new byte[1]));
            client.read();
            admit(client);
        })) {
            var login = login(engine.port(), Optional.of("secret"), Optional.of(preferred), Duration.ofSeconds(30));
            assertThatThrownBy(() -> new Dialer(login).open()).isInstanceOf(ConnectionRefused.class);
            assertThat(engine.connections()).isOne();
        }
    }

    @Test
    void hostOfAnotherRoleIsSkipped() throws Exception {
        try (var standby = recovering(true);
                var primary = recovering(false)) {
            var hosts = ServerAddress.list("127.0.0.1:%d,127.0.0.1:%d".formatted(standby.port(), primary.port()));
            new Dialer(login(hosts, HostChoice.Role.PRIMARY)).open().close();
            new Dialer(login(hosts, HostChoice.Role.PREFER_PRIMARY)).open().close();
            new Dialer(login(hosts, HostChoice.Role.SECONDARY)).open().close();
            assertThat(primary.connections()).isEqualTo(2);
            assertThatThrownBy(() -> new Dialer(login(hosts.subList(0, 1), HostChoice.Role.PRIMARY)).open())
                    .isInstanceOf(ConnectionRefused.class);
            new Dialer(login(hosts.subList(0, 1), HostChoice.Role.PREFER_PRIMARY))
                    .open()
                    .close();
        }
    }

    private static FakeEngine recovering(boolean recovers) throws IOException {
        return FakeEngine.playing((client, _) -> {
            client.startUp();
            client.send(authentication(0), ready());
            while (true) {
                var asks = client.read().text().contains("pg_is_in_recovery");
                var row = FakeConversation.concat(int4(1), ascii(recovers ? "t" : "f"));
                client.send(asks ? message('D', FakeConversation.int2(1), row) : new byte[0]);
                client.send(message('C', text("SELECT 1")), ready());
            }
        });
    }

    private FakeEngine asking(byte[] request) throws IOException {
        return FakeEngine.playing((client, _) -> {
            client.startUp();
            client.send(request);
            received.add(client.read());
            admit(client);
        });
    }

    private static void admit(FakeConversation client) throws IOException {
        client.send(authentication(0), setting("server_version", "17.2"), message('K', int4(1), int4(2)), ready());
        // Its question for a pooler, and its first statements for the session.
        for (var statements = 0; statements < 2; statements++) {
            client.read();
            client.send(message('C', text("SET")), ready());
        }
        client.drain();
    }

    private static WireConnection open(FakeEngine engine, Optional<String> password) throws IOException {
        return new Dialer(login(engine.port(), password, Optional.empty(), Duration.ofSeconds(30))).open();
    }

    private static Login login(List<ServerAddress> hosts, HostChoice.Role role) {
        return login(hosts, role, Optional.empty(), Optional.empty(), Duration.ofSeconds(30));
    }

    private static Login login(int port, Optional<String> password, Optional<Encryption> encryption, Duration timeout) {
        var hosts = ServerAddress.list("127.0.0.1:" + port);
        return login(hosts, HostChoice.Role.ANY, password, encryption, timeout);
    }

    private static Login login(
            List<ServerAddress> hosts,
            HostChoice.Role role,
            Optional<String> password,
            Optional<Encryption> encryption,
            Duration timeout) {
        var parameters = new LinkedHashMap<>(Map.of("user", "me"));
        parameters.put("database", "shop");
        var timeouts = new EngineTimeouts(timeout, Duration.ZERO, Duration.ZERO);
        return new Login(
                hosts,
                new HostChoice(role, false),
                parameters,
                PasswordSource.fixed(password),
                encryption,
                "SET x",
                timeouts,
                true);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
