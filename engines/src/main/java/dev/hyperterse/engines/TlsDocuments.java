package dev.hyperterse.engines;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.catalog.server.adapter.Engine.Tls;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The PEM documents of a connection, which exist in memory only.
 *
 * @param verified whether the server's certificate has to be signed by a trusted authority
 */
public record TlsDocuments(boolean verified, Optional<String> ca, Optional<String> certificate, Optional<String> key) {
    static TlsDocuments of(Tls tls, ValueSet values) {
        return new TlsDocuments(
                tls.mode() == TlsMode.VerifyCa || tls.mode() == TlsMode.VerifyFull,
                document(tls.ca(), "tls.ca", values),
                document(tls.certificate(), "tls.certificate", values),
                document(tls.key(), "tls.key", values));
    }

    public SSLContext context() {
        try {
            return PemContext.of(verified, ca, certificate, key);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unreadable) {
            throw new UnusableSettings("the documents under tls cannot be used");
        }
    }

    private static Optional<String> document(Optional<ValueKey> key, String what, ValueSet values) {
        return key.map(named -> RequiredValue.of(values, named, what));
    }

    /** Omits the documents, which include a private key. */
    @Override
    public String toString() {
        return "TlsDocuments[]";
    }
}
