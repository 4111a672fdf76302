package dev.hyperterse.engines.postgres.wire;

import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * The encryption of connections.
 *
 * @param required whether an engine without TLS is refused
 * @param sockets with the trusted certificates and the client's own
 * @param hostNames present where the certificate has to be for the host name
 */
public record Encryption(boolean required, SSLSocketFactory sockets, Optional<HostnameVerifier> hostNames) {
    SSLSocket encrypt(Socket plain, String host, int port) throws IOException {
        var encrypted = (SSLSocket) sockets.createSocket(plain, host, port, true);
        encrypted.setUseClientMode(true);
        encrypted.startHandshake();
        if (hostNames.isPresent() && !hostNames.get().verify(host, encrypted.getSession())) {
            throw new WrongHostName();
        }
        return encrypted;
    }
}
