package dev.hyperterse.runtime.tls;

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

/** An SSL context out of PEM texts. */
public final class PemContext {
    private static final char[] NO_PASSWORD = {};
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private PemContext() {}

    /** Trusts these authorities and no others, and shows no certificate. */
    public static SSLContext trusting(String ca) throws GeneralSecurityException, IOException {
        return of(true, Optional.of(ca), Optional.empty(), Optional.empty());
    }

    /**
     * @param verified whether the server has to be trusted even when no CA is given: by the platform's own list then
     * @throws IllegalArgumentException when a text is not what it should be
     */
    public static SSLContext of(
            boolean verified, Optional<String> ca, Optional<String> certificate, Optional<String> key)
            throws GeneralSecurityException, IOException {
        var context = SSLContext.getInstance("TLS");
        context.init(keyManagers(certificate, key), trustManagers(verified, ca), null);
        return context;
    }

    /** The trust manager, for a client that makes its context itself. */
    public static TrustManager[] trustManagers(boolean verified, Optional<String> ca)
            throws GeneralSecurityException, IOException {
        if (ca.isEmpty()) {
            // As libpq: without verification and without a CA the connection is encrypted and nothing more.
            return verified ? managers(null) : new TrustManager[] {new TrustingManager()};
        }
        var store = emptyStore();
        var number = 0;
        for (var trusted : certificates(ca.get())) {
            store.setCertificateEntry("ca" + number++, trusted);
        }
        return managers(store);
    }

    /** Null is the platform's own list. */
    private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    /** Whose certificate is shown; null without one. */
    public static KeyManager[] keyManagers(Optional<String> certificate, Optional<String> key)
            throws GeneralSecurityException, IOException {
        if (certificate.isEmpty() && key.isEmpty()) {
            return null;
        }
        if (certificate.isEmpty() || key.isEmpty()) {
            throw new IllegalArgumentException("a certificate and its key belong together");
        }
        var store = emptyStore();
        var chain = certificates(certificate.get()).toArray(Certificate[]::new);
        store.setKeyEntry("client", privateKey(key.get()), NO_PASSWORD, chain);
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static Collection<? extends Certificate> certificates(String pem) throws GeneralSecurityException {
        var certificates = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException("no certificate in the document");
        }
        return certificates;
    }

    private static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        var body = PRIVATE_KEY.matcher(pem);
        if (!body.find()) {
            throw new IllegalArgumentException("no private key in PKCS #8 in the document");
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

    /** Accepts any server; only where the settings ask for encryption without verification. */
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
