package dev.hyperterse.runtime.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * A context whose accepted connections are closed when their handshake takes too long. The web server waits for it without
 * an end, and limits on requests begin behind it.
 */
final class TimedHandshakes extends SSLContext {
    TimedHandshakes(SSLContext context, Duration longest) {
        this(context, longest, System::nanoTime);
    }

    /** @param clock nanoseconds, of which only differences count */
    TimedHandshakes(SSLContext context, Duration longest, LongSupplier clock) {
        super(new Spi(context, longest, clock), context.getProvider(), context.getProtocol());
    }

    private static final class Spi extends SSLContextSpi {
        private final SSLContext context;
        private final Duration longest;
        private final LongSupplier clock;

        Spi(SSLContext context, Duration longest, LongSupplier clock) {
            this.context = context;
            this.longest = longest;
            this.clock = clock;
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("it is initialized already");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return new Accepted(context.getSocketFactory(), longest, clock);
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return context.getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return context.createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return context.createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return context.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return context.getSupportedSSLParameters();
        }
    }

    /** Wraps connections that a server has accepted, and makes no others. */
    private static final class Accepted extends SSLSocketFactory {
        private static final Duration LOOK = Duration.ofMillis(250);

        private final SSLSocketFactory factory;
        private final Duration longest;
        private final LongSupplier clock;

        Accepted(SSLSocketFactory factory, Duration longest, LongSupplier clock) {
            this.factory = factory;
            this.longest = longest;
            this.clock = clock;
        }

        @Override
        public Socket createSocket(Socket accepted, InputStream consumed, boolean autoClose) throws IOException {
            // The server would have the connection beneath stay open when this one is closed.
            var socket = (SSLSocket) factory.createSocket(accepted, consumed, true);
            var done = new CountDownLatch(1);
            socket.addHandshakeCompletedListener(_ -> done.countDown());
            Thread.ofVirtual().name("handshake").start(() -> closeUnless(done, accepted));
            return socket;
        }

        private void closeUnless(CountDownLatch done, Socket accepted) {
            var end = clock.getAsLong() + longest.toNanos();
            try {
                // A handshake that has failed is closed by the server; without these looks each would stay as long.
                var finished = false;
                while (!finished && !accepted.isClosed() && end - clock.getAsLong() > 0) {
                    finished = done.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                }
                if (done.getCount() > 0) {
                    accepted.close();
                }
            } catch (IOException closed) {
                // As it should be.
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return factory.getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return factory.getSupportedCipherSuites();
        }

        @Override
        public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
            throw onlyAccepted();
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            throw onlyAccepted();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            throw onlyAccepted();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            throw onlyAccepted();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            throw onlyAccepted();
        }

        private static IOException onlyAccepted() {
            return new IOException("this factory is for accepted connections");
        }
    }
}
