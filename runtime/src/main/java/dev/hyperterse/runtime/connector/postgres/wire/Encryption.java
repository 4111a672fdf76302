package dev.hyperterse.runtime.connector.postgres.wire;

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
 * @param sockets with the certificates that are trusted and shown
 * @param hostNames where the host name has to be that of the certificate
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
