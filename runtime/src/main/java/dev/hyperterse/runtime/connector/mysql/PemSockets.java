package dev.hyperterse.runtime.connector.mysql;

import dev.hyperterse.catalog.server.Engine.Tls;
import dev.hyperterse.catalog.server.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.connector.RequiredValue;
import dev.hyperterse.runtime.connector.UnusableSettings;
import dev.hyperterse.runtime.tls.PemContext;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.HostAddress;
import org.mariadb.jdbc.export.ExceptionFactory;
import org.mariadb.jdbc.export.SslMode;
import org.mariadb.jdbc.plugin.TlsSocketPlugin;
import org.mariadb.jdbc.plugin.tls.main.DefaultTlsSocketPlugin;

/**
 * TLS of a connection out of PEM documents that exist in memory only: the options of the driver that name files hold the
 * documents themselves. The driver finds this class among its plugins, by its type.
 */
public final class PemSockets implements TlsSocketPlugin {
    private static final String TYPE = "hyperterse-pem";

    static void configure(Tls tls, ValueSet values, Configuration.Builder builder) {
        builder.sslMode(spelled(tls.mode()));
        // A password that is encrypted for the server's own key is as safe as the way that key came.
        builder.allowPublicKeyRetrieval(tls.mode() == TlsMode.Disable || tls.mode() == TlsMode.Prefer);
        if (tls.mode() == TlsMode.Disable) {
            return;
        }
        builder.tlsSocketType(TYPE);
        var ca = tls.ca().map(key -> RequiredValue.of(values, key, "tls.ca"));
        var certificate = tls.certificate().map(key -> RequiredValue.of(values, key, "tls.certificate"));
        var key = tls.key().map(it -> RequiredValue.of(values, it, "tls.key"));
        try {
            PemContext.of(false, ca, certificate, key);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unreadable) {
            throw new UnusableSettings("the documents under tls cannot be used");
        }
        ca.ifPresent(builder::serverSslCert);
        certificate.ifPresent(builder::keyStore);
        key.ifPresent(builder::keyPassword);
    }

    private static String spelled(TlsMode mode) {
        return switch (mode) {
            case Disable -> "disable";
            case Prefer, Require -> "trust";
            case VerifyCa -> "verify-ca";
            case VerifyFull -> "verify-full";
        };
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public TrustManager[] getTrustManager(Configuration settings, ExceptionFactory exceptions, HostAddress host)
            throws SQLException {
        try {
            var verified = settings.sslMode() == SslMode.VERIFY_CA || settings.sslMode() == SslMode.VERIFY_FULL;
            return PemContext.trustManagers(verified, Optional.ofNullable(settings.serverSslCert()));
        } catch (GeneralSecurityException | IOException unreadable) {
            throw exceptions.create("the authorities cannot be used", "08000", unreadable);
        }
    }

    @Override
    public KeyManager[] getKeyManager(Configuration settings, ExceptionFactory exceptions) throws SQLException {
        try {
            return PemContext.keyManagers(
                    Optional.ofNullable(settings.keyStore()), Optional.ofNullable(settings.keyPassword()));
        } catch (GeneralSecurityException | IOException unreadable) {
            throw exceptions.create("the client's certificate cannot be used", "08000", unreadable);
        }
    }

    @Override
    public void verify(String host, SSLSession session, long connection) throws SSLException {
        new DefaultTlsSocketPlugin().verify(host, session, connection);
    }
}
