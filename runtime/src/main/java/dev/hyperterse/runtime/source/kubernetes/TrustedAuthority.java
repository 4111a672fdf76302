package dev.hyperterse.runtime.source.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A TLS context that trusts the cluster's own certificate authority and nobody else. */
final class TrustedAuthority {
    private TrustedAuthority() {}

    static SSLContext of(Path pem) {
        try (var content = Files.newInputStream(pem)) {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            var number = 0;
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(content)) {
                trusted.setCertificateEntry("ca-" + number++, certificate);
            }
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            var context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException unusable) {
            throw new ApiServerException("the cluster's certificate authority cannot be read from " + pem, unusable);
        }
    }
}
