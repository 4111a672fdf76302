package dev.hyperterse.engines.postgres;

import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.postgres.wire.Encryption;
import java.util.Optional;
import javax.net.ssl.HostnameVerifier;
import org.postgresql.ssl.PGjdbcHostnameVerifier;

/** TLS from PEM documents that exist in memory only. */
final class PostgresEncryption {
    private PostgresEncryption() {}

    static Optional<Encryption> of(RemoteSettings remote) {
        var mode = remote.engine().tls().mode();
        if (mode == TlsMode.Disable) {
            return Optional.empty();
        }
        var sockets = remote.tls().context().getSocketFactory();
        return Optional.of(new Encryption(mode != TlsMode.Prefer, sockets, hostNames(mode)));
    }

    private static Optional<HostnameVerifier> hostNames(TlsMode mode) {
        return mode == TlsMode.VerifyFull ? Optional.of(PGjdbcHostnameVerifier.INSTANCE) : Optional.empty();
    }
}
