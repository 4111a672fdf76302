package dev.hyperterse.engines.postgres.wire;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import com.ongres.scram.common.exception.ScramRuntimeException;
import com.ongres.scram.common.util.TlsServerEndpoint;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;

/** SCRAM-SHA-256, bound to the engine's certificate where the connection is encrypted and the engine offers that. */
final class Scram {
    /** No engine is configured with more iterations; they would only keep this process busy. */
    private static final int MOST_ITERATIONS = 100_000;

    private static final String MECHANISM = "SCRAM-SHA-256";

    private final ScramClient client;
    private boolean proven;
    private boolean verified;

    private Scram(ScramClient client) {
        this.client = client;
    }

    static Scram begin(List<String> mechanisms, String password, Socket socket) throws ConnectionRefused {
        var supported = mechanisms.stream()
                .filter(mechanism -> mechanism.startsWith(MECHANISM))
                .toList();
        try {
            // The engine ignores this one and uses the user of the start-up message.
            var client = ScramClient.builder()
                    .advertisedMechanisms(supported)
                    .username("*")
                    .password(password.toCharArray());
            var certificate = certificateHash(socket);
            return new Scram(
                    certificate.length == 0
                            ? client.build()
                            : client.channelBinding(TlsServerEndpoint.TLS_SERVER_END_POINT, certificate)
                                    .build());
        } catch (IllegalArgumentException noneInCommon) {
            throw new ConnectionRefused(ConnectionRefused.REJECTED, "no mechanism of the engine is supported");
        }
    }

    ClientMessages first() {
        return new ClientMessages()
                .saslInitial(
                        client.getScramMechanism().getName(),
                        ascii(client.clientFirstMessage().toString()));
    }

    ClientMessages proof(String challenge) throws ConnectionRefused, ProtocolViolation {
        if (proven) {
            throw new ProtocolViolation("a second challenge");
        }
        proven = true;
        try {
            if (client.serverFirstMessage(challenge).getIterationCount() > MOST_ITERATIONS) {
                throw refused();
            }
            return new ClientMessages()
                    .saslResponse(ascii(client.clientFinalMessage().toString()));
        } catch (ScramException | ScramRuntimeException | IllegalArgumentException malformed) {
            throw refused();
        }
    }

    void verify(String outcome) throws ConnectionRefused {
        try {
            client.serverFinalMessage(outcome);
            verified = true;
        } catch (ScramException | ScramRuntimeException | IllegalArgumentException | IllegalStateException wrong) {
            throw refused();
        }
    }

    boolean verified() {
        return verified;
    }

    private static ConnectionRefused refused() {
        return new ConnectionRefused(
                ConnectionRefused.AUTHENTICATION, "the database server has not authenticated itself");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] certificateHash(Socket socket) throws ConnectionRefused {
        try {
            return socket instanceof SSLSocket encrypted
                            && encrypted.getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? TlsServerEndpoint.getChannelBindingData(certificate)
                    : new byte[0];
        } catch (SSLPeerUnverifiedException | CertificateEncodingException unusable) {
            throw refused();
        }
    }
}
