package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.catalog.server.Engine.Tls;
import dev.hyperterse.catalog.server.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.connector.RequiredValue;
import dev.hyperterse.runtime.connector.UnusableSettings;
import dev.hyperterse.runtime.tls.PemContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.postgresql.PGProperty;

/**
 * TLS of a connection out of PEM documents that exist in memory only. The driver makes one of these for each connection,
 * by its name, from the connection's own properties. Host names are checked by the driver, in mode verify-full.
 */
public final class PemSocketFactory extends SSLSocketFactory {
    private static final String CA = "hyperterse.ca";
    private static final String CERTIFICATE = "hyperterse.certificate";
    private static final String KEY = "hyperterse.key";

    private final SSLSocketFactory factory;

    /** Called by the driver. */
    public PemSocketFactory(Properties properties) throws GeneralSecurityException, IOException {
        var verified =
                switch (String.valueOf(PGProperty.SSL_MODE.getOrDefault(properties))) {
                    case "verify-ca", "verify-full" -> true;
                    default -> false;
                };
        this.factory = PemContext.of(
                        verified,
                        Optional.ofNullable(properties.getProperty(CA)),
                        Optional.ofNullable(properties.getProperty(CERTIFICATE)),
                        Optional.ofNullable(properties.getProperty(KEY)))
                .getSocketFactory();
    }

    static void configure(Tls tls, ValueSet values, Properties properties) {
        PGProperty.SSL_MODE.set(properties, spelled(tls.mode()));
        if (tls.mode() == TlsMode.Disable) {
            return;
        }
        PGProperty.SSL_FACTORY.set(properties, PemSocketFactory.class.getName());
        tls.ca().ifPresent(key -> properties.setProperty(CA, RequiredValue.of(values, key, "tls.ca")));
        tls.certificate()
                .ifPresent(
                        key -> properties.setProperty(CERTIFICATE, RequiredValue.of(values, key, "tls.certificate")));
        tls.key().ifPresent(key -> properties.setProperty(KEY, RequiredValue.of(values, key, "tls.key")));
        try {
            new PemSocketFactory(properties);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unreadable) {
            throw new UnusableSettings("the documents under tls cannot be used");
        }
    }

    private static String spelled(TlsMode mode) {
        return switch (mode) {
            case Disable -> "disable";
            case Prefer -> "prefer";
            case Require -> "require";
            case VerifyCa -> "verify-ca";
            case VerifyFull -> "verify-full";
        };
    }

    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean autoClose) throws IOException {
        return factory.createSocket(plain, host, port, autoClose);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return factory.createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return factory.createSocket(host, port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return factory.createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return factory.createSocket(host, port, local, localPort);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return factory.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return factory.getSupportedCipherSuites();
    }
}
