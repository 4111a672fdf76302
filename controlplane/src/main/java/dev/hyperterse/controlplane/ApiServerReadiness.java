package dev.hyperterse.controlplane;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks an API server whether it is ready, until it is. */
final class ApiServerReadiness {
    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static final int OK = 200;

    private final URI readyz;
    private final ClusterCredentials credentials;

    ApiServerReadiness(String url, ClusterCredentials credentials) {
        this.readyz = URI.create(url + "/readyz");
        this.credentials = credentials;
    }

    void await(ChildProcess apiServer, Duration limit) {
        var deadline = System.nanoTime() + limit.toNanos();
        // One for all questions: each new client would read the certificate and shake hands again.
        var client = Optional.<HttpClient>empty();
        try {
            while (client.isEmpty() || !isReady(client.get())) {
                if (!apiServer.isAlive()) {
                    throw apiServer.failure("ended before it was ready");
                }
                if (System.nanoTime() - deadline > 0) {
                    throw apiServer.failure("is not ready after " + limit.toSeconds() + " s");
                }
                if (Thread.interrupted()) {
                    Thread.currentThread().interrupt();
                    throw apiServer.failure("was not waited for: interrupted");
                }
                LockSupport.parkNanos(BETWEEN.toNanos());
                client = client.or(this::client);
            }
        } finally {
            client.ifPresent(HttpClient::close);
        }
    }

    /** The certificate is made by the API server as it starts: until then it cannot be asked. */
    private Optional<HttpClient> client() {
        if (!Files.exists(credentials.servingCertificate())) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    HttpClient.newBuilder().sslContext(trustingOnlyIt()).build());
        } catch (IOException | GeneralSecurityException notYet) {
            return Optional.empty();
        }
    }

    private boolean isReady(HttpClient client) {
        try {
            var request = HttpRequest.newBuilder(readyz)
                    .header("Authorization", "Bearer " + credentials.adminToken())
                    .timeout(Duration.ofSeconds(2))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private SSLContext trustingOnlyIt() throws IOException, GeneralSecurityException {
        var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (var pem = Files.newInputStream(credentials.servingCertificate())) {
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                trusted.setCertificateEntry("certificate-" + trusted.size(), certificate);
            }
        }
        if (trusted.size() == 0) {
            throw new IOException("the certificate is not written yet");
        }
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
