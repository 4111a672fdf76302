package dev.hyperterse.runtime.tls;

import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServerConfig;
import java.time.Duration;

/** Lets a listener speak TLS. */
public final class TlsListener {
    private static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(10);

    /** Beside so many connections one more may be in a handshake. */
    private static final int HANDSHAKES = 4;

    private TlsListener() {}

    /** @param mostConnections of the listener; a quarter more may be in a handshake, and others wait to be accepted */
    public static void encrypt(WebServerConfig.Builder listener, ServerCertificate certificate, int mostConnections) {
        // With sockets of NIO the server handshakes in the first read, without an end, and asks for the name of each
        // address.
        listener.useNio(false)
                .tls(Tls.builder()
                        .sslContext(new TimedHandshakes(certificate.context(), LONGEST_HANDSHAKE))
                        .build())
                .maxTcpConnections(mostConnections + mostConnections / HANDSHAKES);
    }

    /** The connections of a listener that may have so many sockets. */
    public static long connections(long sockets) {
        return sockets / (HANDSHAKES + 1) * HANDSHAKES;
    }
}
