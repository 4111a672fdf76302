package dev.hyperterse.engines.postgres.wire;

import static dev.hyperterse.engines.postgres.wire.FakeConversation.authentication;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.message;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.ready;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.engines.PasswordSource;
import dev.hyperterse.engines.postgres.wire.host.HostChoice;
import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.testbed.CertificateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ending a connection, and what runs on it. */
@Timeout(120)
class WireConnectionTest {
    /** More than the buffers of both ends hold. */
    private static final int UNSENDABLE = 64 * 1024 * 1024;

    @Test
    void encryptedConnectionIsClosedWhileAThreadBlocksInAWrite() throws Exception {
        try (var authority = CertificateAuthority.create("authority")) {
            var identity = authority.issue("localhost", "ip:127.0.0.1");
            var context = PemContext.of(
                    false, Optional.empty(), Optional.of(identity.certificate()), Optional.of(identity.key()));
            var over = new CountDownLatch(1);
            try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Thread.ofVirtual().start(() -> admitAndReadNothing(listener, context, over));
                var connection = new Dialer(login(listener.getLocalPort())).open();
                var writing = new CompletableFuture<Thread>();
                var written = new CompletableFuture<Boolean>();
                Thread.ofPlatform().daemon().start(() -> {
                    writing.complete(Thread.currentThread());
                    written.complete(sends(connection));
                });
                awaitBlocked(writing.get());
                var closed = CompletableFuture.runAsync(connection::close);
                closed.get(60, TimeUnit.SECONDS);
                assertThat(written.get(60, TimeUnit.SECONDS)).isFalse();
            } finally {
                over.countDown();
            }
        }
    }

    @Test
    void cancelRequestUsesTheAddressOfItsConnectionWithoutALookup() throws Exception {
        var received = new CompletableFuture<FakeConversation.Message>();
        try (var engine = FakeEngine.playing((client, _) -> received.complete(client.untyped()))) {
            var host = new ServerAddress("database.invalid", engine.port());
            new CancelRequest(
                            host,
                            InetAddress.getLoopbackAddress(),
                            login(engine.port()).plain(),
                            false,
                            3,
                            4)
                    .send();
            assertThat(received.get(60, TimeUnit.SECONDS).body())
                    .isEqualTo(ByteBuffer.allocate(12)
                            .putInt(80877102)
                            .putInt(3)
                            .putInt(4)
                            .array());
        }
    }

    private static boolean sends(WireConnection connection) {
        try {
            connection.send(new ClientMessages().query("x".repeat(UNSENDABLE)));
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private static void awaitBlocked(Thread thread) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!isWriting(thread)) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Two looks at the same place, so that it is not one on the way. */
    private static boolean isWriting(Thread thread) {
        var before = thread.getStackTrace();
        Thread.yield();
        return before.length > 0 && before[0].isNativeMethod() && Arrays.equals(before, thread.getStackTrace());
    }

    private static void admitAndReadNothing(ServerSocket listener, SSLContext context, CountDownLatch over) {
        try (var plain = listener.accept()) {
            new FakeConversation(plain).untyped();
            plain.getOutputStream().write('S');
            try (var encrypted = encrypted(context, plain)) {
                var client = new FakeConversation(encrypted);
                client.untyped();
                client.send(authentication(0), ready());
                for (var statements = 0; statements < 2; statements++) {
                    client.read();
                    client.send(message('C', text("SET")), ready());
                }
                over.await();
            }
        } catch (IOException gone) {
            // The test says what it expected.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static SSLSocket encrypted(SSLContext context, Socket plain) throws IOException {
        var encrypted = (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), false);
        encrypted.setUseClientMode(false);
        return encrypted;
    }

    private static Login login(int port) throws Exception {
        var trusting = PemContext.of(false, Optional.empty(), Optional.empty(), Optional.empty());
        return new Login(
                ServerAddress.list("127.0.0.1:" + port),
                new HostChoice(HostChoice.Role.ANY, false),
                Map.of("user", "me"),
                PasswordSource.fixed(Optional.empty()),
                Optional.of(new Encryption(true, trusting.getSocketFactory(), Optional.empty())),
                "SET x",
                new EngineTimeouts(Duration.ofSeconds(30), Duration.ZERO, Duration.ZERO),
                true);
    }
}
