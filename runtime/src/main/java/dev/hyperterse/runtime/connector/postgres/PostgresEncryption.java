package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.catalog.server.Engine.Tls;
import dev.hyperterse.catalog.server.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.connector.RequiredValue;
import dev.hyperterse.runtime.connector.UnusableSettings;
import dev.hyperterse.runtime.connector.postgres.wire.Encryption;
import dev.hyperterse.runtime.tls.PemContext;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import org.postgresql.ssl.PGjdbcHostnameVerifier;

/** TLS out of PEM documents that exist in memory only. */
final class PostgresEncryption {
    private PostgresEncryption() {}

    static Optional<Encryption> of(Tls tls, ValueSet values) {
        if (tls.mode() == TlsMode.Disable) {
            return Optional.empty();
        }
        var required = tls.mode() != TlsMode.Prefer;
        return Optional.of(new Encryption(required, context(tls, values).getSocketFactory(), hostNames(tls.mode())));
    }

    private static SSLContext context(Tls tls, ValueSet values) {
        var verified = tls.mode() == TlsMode.VerifyCa || tls.mode() == TlsMode.VerifyFull;
        var ca = document(tls.ca(), "tls.ca", values);
        var certificate = document(tls.certificate(), "tls.certificate", values);
        var key = document(tls.key(), "tls.key", values);
        try {
            return PemContext.of(verified, ca, certificate, key);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unreadable) {
            throw new UnusableSettings("the documents under tls cannot be used");
        }
    }

    private static Optional<String> document(Optional<ValueKey> key, String what, ValueSet values) {
        return key.map(named -> RequiredValue.of(values, named, what));
    }

    private static Optional<HostnameVerifier> hostNames(TlsMode mode) {
        return mode == TlsMode.VerifyFull ? Optional.of(PGjdbcHostnameVerifier.INSTANCE) : Optional.empty();
    }
}
