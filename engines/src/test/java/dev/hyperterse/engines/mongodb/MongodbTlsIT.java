package dev.hyperterse.engines.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.Tls;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.testbed.CertificateAuthority;
import dev.hyperterse.testbed.CertificateAuthority.Identity;
import dev.hyperterse.testbed.store.MongodbServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each mode of TLS against members that demand it. The certificate is good for {@code localhost}, so the address is a wrong
 * host name.
 */
class MongodbTlsIT {
    private static final ValueKey URL = key("url");
    private static final ValueKey CA = key("tls.ca");
    private static final ValueKey CERTIFICATE = key("tls.certificate");
    private static final ValueKey KEY = key("tls.key");

    private static MongodbServer server;
    private static TlsFront front;
    private static TlsFront demanding;
    private static String ca;
    private static String otherCa;
    private static Identity client;
    private static Identity stranger;

    @BeforeAll
    static void start() throws Exception {
        server = MongodbServer.create();
        try (var authority = CertificateAuthority.create("authority");
                var other = CertificateAuthority.create("other")) {
            ca = authority.certificate();
            otherCa = other.certificate();
            client = authority.issue("client");
            stranger = other.issue("client");
            var identity = authority.issue("database", "dns:localhost");
            front = TlsFront.open(ca, identity, false, server.port());
            demanding = TlsFront.open(ca, identity, true, server.port());
        }
    }

    @AfterAll
    static void stop() throws Exception {
        front.close();
        demanding.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Require    | 127.0.0.1 | none
            VerifyCa   | 127.0.0.1 | right
            VerifyCa   | localhost | both
            VerifyFull | localhost | right
            VerifyFull | localhost | both
            """)
    void trustedServerIsConnectedOverTls(TlsMode mode, String host, String trusted) {
        assertThat(outcome(mode, host, front, trust(trusted), List.of("UP"))).isEqualTo("UP");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Disable    | localhost | none  | the database cannot be reached
            VerifyCa   | localhost | other | the database's certificate is not trusted
            VerifyCa   | localhost | none  | the database's certificate is not trusted
            VerifyFull | localhost | other | the database's certificate is not trusted
            VerifyFull | localhost | none  | the database's certificate is not trusted
            VerifyFull | 127.0.0.1 | right | the database's certificate is for another host name
            """)
    void untrustedServerIsRefusedWithAReasonInTheState(TlsMode mode, String host, String trusted, String why) {
        assertThat(outcome(mode, host, front, trust(trusted), List.of("DOWN " + why)))
                .isEqualTo("DOWN " + why);
    }

    @Test
    void clientCertificateIsPresentedToAServerThatDemandsOne() {
        var documents = Map.of(CA, ca, CERTIFICATE, client.certificate(), KEY, client.key());
        assertThat(outcome(TlsMode.VerifyFull, "localhost", demanding, documents, List.of("UP")))
                .isEqualTo("UP");
    }

    @Test
    void connectionWithoutATrustedClientCertificateIsRefused() {
        // A server that closes at once may be gone before its reason is read.
        var reasons = List.of("DOWN the TLS handshake failed", "DOWN the database cannot be reached");
        assertThat(outcome(TlsMode.VerifyFull, "localhost", demanding, Map.of(CA, ca), reasons))
                .isIn(reasons);
        var foreign = Map.of(CA, ca, CERTIFICATE, stranger.certificate(), KEY, stranger.key());
        assertThat(outcome(TlsMode.VerifyFull, "localhost", demanding, foreign, reasons))
                .isIn(reasons);
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

    private static ValueKey key(String setting) {
        return ValueKey.adapter("db", setting);
    }

    /**
     * The state of the adapter after it has tried to connect. The driver tries a server that it cannot use until the timeout,
     * and on a busy machine a short timeout may pass before the first attempt has failed.
     */
    private static String outcome(
            TlsMode mode, String host, TlsFront to, Map<ValueKey, String> documents, List<String> expected) {
        var state = "";
        for (var millis = 2_000; millis <= 32_000 && !expected.contains(state); millis *= 2) {
            state = outcome(mode, host, to, documents, millis);
        }
        return state;
    }

    private static String outcome(
            TlsMode mode, String host, TlsFront to, Map<ValueKey, String> documents, int timeoutMillis) {
        var values = new HashMap<>(documents);
        values.put(URL, "mongodb://%s:%d".formatted(host, to.port()));
        var tls = new Tls(
                mode,
                Optional.of(CA).filter(values::containsKey),
                Optional.of(CERTIFICATE).filter(values::containsKey),
                Optional.of(KEY).filter(values::containsKey));
        var engine = new Engine.Mongodb(URL, MongodbServer.DATABASE, Optional.empty(), Optional.empty(), tls, Map.of());
        var pool = new Adapter.Pool(1, 1, timeoutMillis, 600_000, 1_800_000);
        var adapter = new Adapter("db", Adapter.Access.ReadOnly, pool, 10_000, 10, engine);
        try (var connector =
                MongodbAdapter.of(adapter, engine, new ValueSet("test", values)).open(new Permits(1))) {
            var state = connector.probe();
            return state.status() + state.message().map(" "::concat).orElse("");
        }
    }
}
