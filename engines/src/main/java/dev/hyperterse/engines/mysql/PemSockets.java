package dev.hyperterse.engines.mysql;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.engines.RemoteSettings;
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
 * TLS from PEM documents in memory: the options of the driver that usually name files hold the documents themselves.
 * The driver finds this class among its plugins, by its type.
 */
public final class PemSockets implements TlsSocketPlugin {
    private static final String TYPE = "hyperterse-pem";

    static void configure(RemoteSettings remote, Configuration.Builder builder) {
        var mode = remote.engine().tls().mode();
        builder.sslMode(spelled(mode));
        // An unverified key protects a password no better than the connection that delivered it.
        builder.allowPublicKeyRetrieval(mode == TlsMode.Disable || mode == TlsMode.Prefer);
        if (mode == TlsMode.Disable) {
            return;
        }
        builder.tlsSocketType(TYPE);
        var documents = remote.tls();
        // Reports unreadable documents now instead of at each connection.
        documents.context();
        documents.ca().ifPresent(builder::serverSslCert);
        documents.certificate().ifPresent(builder::keyStore);
        documents.key().ifPresent(builder::keyPassword);
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
