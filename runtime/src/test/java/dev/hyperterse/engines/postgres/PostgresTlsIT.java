package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Engine.Tls;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.CertificateAuthority;
import dev.hyperterse.testbed.CertificateAuthority.Identity;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import dev.hyperterse.testbed.sql.PostgresServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each mode of TLS against a database that demands it and one that has none. The server's certificate is good for
 * {@code localhost}, so its address is a wrong host name.
 */
@ExtendWith(Postgres.class)
class PostgresTlsIT {
    private static final String ENCRYPTED = "[{\"ssl\":true}]";
    private static final ValueKey CA = ValueKey.adapter(TestCalls.ADAPTER, "tls.ca");
    private static final ValueKey CERTIFICATE = ValueKey.adapter(TestCalls.ADAPTER, "tls.certificate");
    private static final ValueKey KEY = ValueKey.adapter(TestCalls.ADAPTER, "tls.key");

    /** Only the fixture itself, as superuser, may come without TLS. */
    private static final String WHO_MAY_ENTER = """
            host    all postgres  127.0.0.1/32 scram-sha-256
            hostssl all app       127.0.0.1/32 scram-sha-256
            hostssl all guarded   127.0.0.1/32 scram-sha-256 clientcert=verify-ca
            hostssl all certified 127.0.0.1/32 cert
            """;

    private static PostgresServer server;
    private static PostgresDatabase database;
    private static String ca;
    private static String otherCa;
    private static Identity client;
    private static Identity stranger;

    @BeforeAll
    static void start() {
        try (var authority = CertificateAuthority.create("authority");
                var other = CertificateAuthority.create("other")) {
            ca = authority.certificate();
            otherCa = other.certificate();
            client = authority.issue("certified");
            stranger = other.issue("certified");
            var identity = authority.issue("database", "dns:localhost");
            var files = Map.of(
                    "ca.crt",
                    ca,
                    "server.crt",
                    identity.certificate(),
                    "server.key",
                    identity.key(),
                    "pg_hba.conf",
                    WHO_MAY_ENTER);
            server = Requirement.fulfil(() -> PostgresServer.create(files, "ssl=on", "ssl_ca_file=ca.crt"));
        }
        database = server.createDatabase();
        database.execute(
                "CREATE ROLE app LOGIN PASSWORD 'right'",
                "CREATE ROLE guarded LOGIN PASSWORD 'right'",
                "CREATE ROLE certified LOGIN");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Prefer     | 127.0.0.1 | none
            Require    | 127.0.0.1 | none
            Require    | 127.0.0.1 | right
            VerifyCa   | 127.0.0.1 | right
            VerifyCa   | localhost | both
            VerifyFull | localhost | right
            VerifyFull | localhost | both
            """)
    void trustedServerIsConnectedOverTls(TlsMode mode, String host, String trusted) {
        assertThat(outcome(tls(mode), values(host, "app", trust(trusted)))).isEqualTo(ENCRYPTED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Disable    | localhost | none  | authentication failed
            Require    | localhost | other | the database's certificate is not trusted
            VerifyCa   | localhost | other | the database's certificate is not trusted
            VerifyCa   | localhost | none  | the database's certificate is not trusted
            VerifyFull | localhost | other | the database's certificate is not trusted
            VerifyFull | localhost | none  | the database's certificate is not trusted
            VerifyFull | 127.0.0.1 | right | the database's certificate is for another host name
            """)
    void untrustedServerIsRefusedWithAReasonInTheState(TlsMode mode, String host, String trusted, String why) {
        assertThat(outcome(tls(mode), values(host, "app", trust(trusted)))).isEqualTo(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Disable    | [{"ssl":false}]
            Prefer     | [{"ssl":false}]
            Require    | the database refused the connection, or offers no TLS
            VerifyCa   | the database refused the connection, or offers no TLS
            VerifyFull | the database refused the connection, or offers no TLS
            """)
    void serverWithoutTlsIsConnectedOnlyWhereTheModeAllowsIt(TlsMode mode, String outcome, PostgresDatabase plain) {
        var values = new HashMap<>(TestAdapters.values(plain));
        values.put(CA, ca);
        assertThat(outcome(tls(mode), values)).isEqualTo(outcome);
    }

    @Test
    void passwordIsStillChecked() {
        var values = new HashMap<>(values("localhost", "app", Map.of(CA, ca)));
        values.put(TestAdapters.PASSWORD, "wrong");
        assertThat(outcome(tls(TlsMode.VerifyFull), values)).isEqualTo("authentication failed");
    }

    @Test
    void clientCertificateIsPresentedWhereTheDatabaseRequestsOne() {
        var documents = Map.of(CA, ca, CERTIFICATE, client.certificate(), KEY, client.key());
        assertThat(outcome(tls(TlsMode.VerifyFull), values("localhost", "guarded", documents)))
                .isEqualTo(ENCRYPTED);
        // No password is asked for here: the certificate is who the caller is.
        assertThat(outcome(tls(TlsMode.VerifyFull), values("localhost", "certified", documents)))
                .isEqualTo(ENCRYPTED);
    }

    @Test
    void keyMayBeSurroundedByOtherLines() {
        var key = "Bag Attributes\n    friendlyName: app\n" + client.key() + "\n";
        var documents = Map.of(CA, ca, CERTIFICATE, client.certificate(), KEY, key);
        assertThat(outcome(tls(TlsMode.VerifyFull), values("localhost", "certified", documents)))
                .isEqualTo(ENCRYPTED);
    }

    @Test
    void connectionWithoutTheRightClientCertificateIsRefused() {
        assertThat(outcome(tls(TlsMode.VerifyFull), values("localhost", "guarded", Map.of(CA, ca))))
                .isEqualTo("authentication failed");
        // The server says whose certificates it takes; one of somebody else's is not even shown.
        var foreign = Map.of(CA, ca, CERTIFICATE, stranger.certificate(), KEY, stranger.key());
        assertThat(outcome(tls(TlsMode.VerifyFull), values("localhost", "guarded", foreign)))
                .isEqualTo("authentication failed");
    }

    @Test
    void clientCertificateOfAnotherRoleIsRefused() {
        database.execute("CREATE ROLE \"somebody else\" LOGIN");
        var documents = Map.of(CA, ca, CERTIFICATE, client.certificate(), KEY, client.key());
        assertThat(outcome(tls(TlsMode.VerifyFull), values("localhost", "somebody else", documents)))
                .isEqualTo("authentication failed");
    }

    @Test
    void unreadableDocumentsAreReportedAtOnce() {
        var unusable = "the documents under tls cannot be used";
        var whole = Map.of(CA, ca, CERTIFICATE, client.certificate(), KEY, client.key());
        assertThat(outcome(tls(TlsMode.VerifyFull), values("localhost", "app", with(whole, CA, "no certificate"))))
                .isEqualTo(unusable);
        assertThat(outcome(tls(TlsMode.VerifyFull), values("localhost", "app", with(whole, CERTIFICATE, "none"))))
                .isEqualTo(unusable);
        // A key in a form that is not PKCS #8, which OpenSSL used to write.
        var pkcs1 = client.key().replace("PRIVATE KEY", "RSA PRIVATE KEY");
        assertThat(outcome(tls(TlsMode.VerifyFull), values("localhost", "app", with(whole, KEY, pkcs1))))
                .isEqualTo(unusable);
    }

    @Test
    void certificateWithoutAKeyIsAnError() {
        var half = new Tls(TlsMode.VerifyFull, Optional.of(CA), Optional.of(CERTIFICATE), Optional.empty());
        var documents = Map.of(CA, ca, CERTIFICATE, client.certificate());
        assertThat(outcome(half, values("localhost", "app", documents)))
                .isEqualTo("the documents under tls cannot be used");
    }

    /** Reading and writing at once, rows over several records. */
    @Test
    void callsShareEncryptedConnections() throws InterruptedException {
        var trusting = new Tls(TlsMode.VerifyFull, Optional.of(CA), Optional.empty(), Optional.empty());
        var inputs = List.of(TestCalls.input("int", InputType.INT, true));
        try (var calls = TestCalls.on(
                TestAdapters.postgres(Access.ReadOnly, 2, 60_000, 10, trusting),
                values("localhost", "app", Map.of(CA, ca)))) {
            var tool = calls.tool(
                    inputs,
                    TestCalls.statement(Dialect.POSTGRES, "SELECT <int> AS v, repeat('x', 10000) AS x", inputs));
            var wrong = new ConcurrentLinkedQueue<String>();
            var callers = new ArrayList<Thread>();
            for (var caller = 0; caller < 16; caller++) {
                var first = caller * 50;
                callers.add(Thread.ofVirtual().start(() -> {
                    for (var number = first; number < first + 50; number++) {
                        var outcome = calls.run(tool, "{\"int\": %d}".formatted(number));
                        if (!outcome.equals("[{\"v\":%d,\"x\":\"%s\"}]".formatted(number, "x".repeat(10_000)))) {
                            wrong.add(outcome);
                        }
                    }
                }));
            }
            for (var caller : callers) {
                caller.join();
            }
            assertThat(wrong).isEmpty();
        }
    }

    private static Map<ValueKey, String> trust(String whom) {
        return switch (whom) {
            case "none" -> Map.of();
            case "right" -> Map.of(CA, ca);
            case "other" -> Map.of(CA, otherCa);
            case "both" -> Map.of(CA, otherCa + ca);
            default -> throw new IllegalArgumentException(whom);
        };
    }

    private static Map<ValueKey, String> with(Map<ValueKey, String> documents, ValueKey key, String value) {
        var changed = new HashMap<>(documents);
        changed.put(key, value);
        return changed;
    }

    /** All three documents are named where they have a value. */
    private static Tls tls(TlsMode mode) {
        return new Tls(mode, Optional.of(CA), Optional.of(CERTIFICATE), Optional.of(KEY));
    }

    private static Map<ValueKey, String> values(String host, String role, Map<ValueKey, String> documents) {
        var values = new HashMap<>(TestAdapters.values(database.as(role, "right")));
        values.put(TestAdapters.URL, database.url().replace(PostgresServer.HOST, host));
        values.putAll(documents);
        return values;
    }

    /** Whether the connection is encrypted, as the server sees it, or why there is none. */
    private static String outcome(Tls tls, Map<ValueKey, String> values) {
        var named = new Tls(
                tls.mode(),
                tls.ca().filter(values::containsKey),
                tls.certificate().filter(values::containsKey),
                tls.key().filter(values::containsKey));
        try (var calls = TestCalls.on(TestAdapters.postgres(Access.ReadOnly, 1, 10_000, 10, named), values)) {
            var rows = calls.run(Dialect.POSTGRES, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
            // A call may give up before it is known whether there is a connection.
            while (rows.equals("unavailable: adapter db unavailable")) {
                var reason = calls.adapters().states().getFirst().message();
                if (reason.isPresent()) {
                    return reason.get();
                }
                rows = calls.run(Dialect.POSTGRES, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
            }
            return rows;
        }
    }
}
