package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.testbed.CertificateAuthority.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLServerSocket;

/** TLS in front of a server that has none, as the server itself would do it. */
final class TlsFront implements AutoCloseable {
    private final SSLServerSocket socket;
    private final int behind;

    private TlsFront(SSLServerSocket socket, int behind) {
        this.socket = socket;
        this.behind = behind;
    }

    /** @param demanding whether clients have to show a certificate of the authority */
    static TlsFront open(String ca, Identity identity, boolean demanding, int behind)
            throws IOException, GeneralSecurityException {
        var context =
                PemContext.of(true, Optional.of(ca), Optional.of(identity.certificate()), Optional.of(identity.key()));
        var socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        socket.setNeedClientAuth(demanding);
        var front = new TlsFront(socket, behind);
        Thread.ofVirtual().name("tls front").start(front::accept);
        return front;
    }

    int port() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void accept() {
        try {
            while (true) {
                var client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket client) {
        try (client;
                var server = new Socket(InetAddress.getLoopbackAddress(), behind)) {
            var answers = Thread.ofVirtual().start(() -> copy(server, client));
            copy(client, server);
            answers.interrupt();
        } catch (IOException refused) {
            // The client sees the failed handshake.
        }
    }

    /** Both ends are closed when one of them is. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException over) {
            // One end has disconnected.
        }
    }
}
