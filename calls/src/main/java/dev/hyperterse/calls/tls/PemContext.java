package dev.hyperterse.calls.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Creates SSL contexts from PEM texts. */
public final class PemContext {
    /** The name of the certificate and its key in {@link #keyManagers}. */
    public static final String ALIAS = "own";

    private static final char[] NO_PASSWORD = {};
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private PemContext() {}

    /** A context that trusts only these authorities and has no client certificate. */
    public static SSLContext trusting(String ca) throws GeneralSecurityException, IOException {
        return of(true, Optional.of(ca), Optional.empty(), Optional.empty());
    }

    /**
     * @param verified whether the server's certificate is verified; without a CA, by the authorities of the platform
     * @throws IllegalArgumentException if a text is not valid PEM
     */
    public static SSLContext of(
            boolean verified, Optional<String> ca, Optional<String> certificate, Optional<String> key)
            throws GeneralSecurityException, IOException {
        var context = SSLContext.getInstance("TLS");
        context.init(keyManagers(certificate, key), trustManagers(verified, ca), null);
        return context;
    }

    /** The trust managers, for a client that creates its context itself. */
    public static TrustManager[] trustManagers(boolean verified, Optional<String> ca)
            throws GeneralSecurityException, IOException {
        if (ca.isEmpty()) {
            // As in libpq: without verification and CA the connection is only encrypted.
            return verified ? managers(null) : new TrustManager[] {new TrustingManager()};
        }
        var store = emptyStore();
        var number = 0;
        for (var trusted : certificates(ca.get())) {
            store.setCertificateEntry("ca" + number++, trusted);
        }
        return managers(store);
    }

    /** Null means the authorities of the platform. */
    private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    /** The key managers with a certificate and its key; null without one. */
    public static KeyManager[] keyManagers(Optional<String> certificate, Optional<String> key)
            throws GeneralSecurityException, IOException {
        if (certificate.isEmpty() && key.isEmpty()) {
            return null;
        }
        if (certificate.isEmpty() || key.isEmpty()) {
            throw new IllegalArgumentException("a certificate needs its private key, and a key its certificate");
        }
        var store = emptyStore();
        var chain = certificates(certificate.get()).toArray(Certificate[]::new);
        store.setKeyEntry(ALIAS, privateKey(key.get()), NO_PASSWORD, chain);
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static Collection<? extends Certificate> certificates(String pem) throws GeneralSecurityException {
        var certificates = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException("the document contains no PEM certificate");
        }
        return certificates;
    }

    private static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        var body = PRIVATE_KEY.matcher(pem);
        if (!body.find()) {
            throw new IllegalArgumentException("the document contains no private key in PKCS #8");
        }
        var encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body.group(1)));
        for (var algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (GeneralSecurityException anotherAlgorithm) {
                continue;
            }
        }
        throw new GeneralSecurityException("the private key is neither RSA, EC nor EdDSA in PKCS #8");
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, NO_PASSWORD);
        return store;
    }

    /** Accepts any server; only used if the settings require encryption without verification. */
    private static final class TrustingManager extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
