package dev.hyperterse.engines.mysql;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.MariaDbServer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
@ExtendWith(MariaDb.class)
class MysqlTlsIT {
    private static final String IS_ENCRYPTED =
            "SELECT variable_value <> '' AS encrypted FROM %s.session_status WHERE variable_name = 'Ssl_cipher'";
    private static final String ENCRYPTED = "[{\"encrypted\":1}]";
    private static final ValueKey CA = ValueKey.adapter(TestCalls.ADAPTER, "tls.ca");
    private static final ValueKey CERTIFICATE = ValueKey.adapter(TestCalls.ADAPTER, "tls.certificate");
    private static final ValueKey KEY = ValueKey.adapter(TestCalls.ADAPTER, "tls.key");

    private static MariaDbServer server;
    private static MariaDbDatabase database;
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
            var files = Map.of("ca.pem", ca, "server.pem", identity.certificate(), "key.pem", identity.key());
            server = Requirement.fulfil(() ->
                    MariaDbServer.create(files, "ssl=ON", "ssl-ca=ca.pem", "ssl-cert=server.pem", "ssl-key=key.pem"));
        }
        database = server.createDatabase();
        database.execute(
                "CREATE USER app IDENTIFIED BY 'right' REQUIRE SSL",
                "CREATE USER guarded IDENTIFIED BY 'right' REQUIRE X509",
                "CREATE USER certified IDENTIFIED BY 'right' REQUIRE SUBJECT '/CN=certified'",
                "GRANT SELECT ON %1$s.* TO app, guarded, certified".formatted(database.name()));
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
            VerifyCa   | 127.0.0.1 | right
            VerifyCa   | localhost | both
            VerifyFull | localhost | right
            VerifyFull | localhost | both
            """)
    void trustedServerIsConnectedOverTls(TlsMode mode, String host, String trusted) {
        assertThat(outcome(mode, values(host, "app", trust(trusted)))).isEqualTo(ENCRYPTED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Disable    | localhost | none  | authentication failed
            VerifyCa   | localhost | other | the database's certificate is not trusted
            VerifyCa   | localhost | none  | the database's certificate is not trusted
            VerifyFull | localhost | other | the database's certificate is not trusted
            VerifyFull | localhost | none  | the database's certificate is not trusted
            VerifyFull | 127.0.0.1 | right | the database's certificate is for another host name
            """)
    void untrustedServerIsRefusedWithAReasonInTheState(TlsMode mode, String host, String trusted, String why) {
        assertThat(outcome(mode, values(host, "app", trust(trusted)))).isEqualTo(why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Disable    | [{"encrypted":0}]
            Prefer     | [{"encrypted":0}]
            Require    | the database refused the connection, or offers no TLS
            VerifyCa   | the database refused the connection, or offers no TLS
            VerifyFull | the database refused the connection, or offers no TLS
            """)
    void serverWithoutTlsIsConnectedOnlyWhereTheModeAllowsIt(TlsMode mode, String outcome, MariaDbDatabase plain) {
        var values = new HashMap<>(TestAdapters.values(plain));
        values.put(CA, ca);
        assertThat(outcome(mode, values)).isEqualTo(outcome);
    }

    @Test
    void clientCertificateIsPresentedForUsersThatNeedOne() {
        var documents = Map.of(CA, ca, CERTIFICATE, client.certificate(), KEY, client.key());
        assertThat(outcome(TlsMode.VerifyFull, values("localhost", "guarded", documents)))
                .isEqualTo(ENCRYPTED);
        assertThat(outcome(TlsMode.VerifyFull, values("localhost", "certified", documents)))
                .isEqualTo(ENCRYPTED);
    }

    @Test
    void userWithoutATrustedClientCertificateIsRefused() {
        assertThat(outcome(TlsMode.VerifyFull, values("localhost", "guarded", Map.of(CA, ca))))
                .isEqualTo("authentication failed");
        var foreign = Map.of(CA, ca, CERTIFICATE, stranger.certificate(), KEY, stranger.key());
        // The server ends the handshake, and may be gone before its reason is read.
        assertThat(outcome(TlsMode.VerifyFull, values("localhost", "guarded", foreign)))
                .isIn("the TLS handshake failed", "the database cannot be reached");
    }

    @Test
    void passwordIsStillChecked() {
        var values = new HashMap<>(values("localhost", "app", Map.of(CA, ca)));
        values.put(TestAdapters.PASSWORD, "wrong");
        assertThat(outcome(TlsMode.VerifyFull, values)).isEqualTo("authentication failed");
    }

    @Test
    void unreadableDocumentsAreReported() {
        var documents = Map.of(CA, "no certificate");
        assertThat(outcome(TlsMode.VerifyFull, values("localhost", "app", documents)))
                .isEqualTo("the documents under tls cannot be used");
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

    private static Map<ValueKey, String> values(String host, String user, Map<ValueKey, String> documents) {
        var values = new HashMap<>(TestAdapters.values(database.as(user, "right")));
        values.put(TestAdapters.URL, database.url().replace(MariaDbServer.HOST, host));
        values.putAll(documents);
        return values;
    }

    /** Whether the connection is encrypted, as the server sees it, or why there is none. */
    private static String outcome(TlsMode mode, Map<ValueKey, String> values) {
        var named = new Tls(
                mode,
                Optional.of(CA).filter(values::containsKey),
                Optional.of(CERTIFICATE).filter(values::containsKey),
                Optional.of(KEY).filter(values::containsKey));
        var encrypted = IS_ENCRYPTED.formatted(database.statusSchema());
        try (var calls = TestCalls.on(TestAdapters.mysql(Access.ReadOnly, 1, 10_000, 10, named), values)) {
            var rows = calls.run(Dialect.MYSQL, encrypted);
            // A call may give up before it is known whether there is a connection.
            while (rows.equals("unavailable: adapter db unavailable")) {
                var reason = calls.adapters().states().getFirst().message();
                if (reason.isPresent()) {
                    return reason.get();
                }
                rows = calls.run(Dialect.MYSQL, encrypted);
            }
            return rows;
        }
    }
}
