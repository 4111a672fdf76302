package dev.hyperterse.runtime.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.testbed.CertificateAuthority;
import dev.hyperterse.testbed.CertificateAuthority.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServerCertificateTest {
    private static CertificateAuthority authority;
    private static Identity first;
    private static Identity second;

    @TempDir
    private Path folder;

    private CertificateFiles files;

    @BeforeAll
    static void issue() {
        authority = CertificateAuthority.create("test");
        first = authority.issue("first", "dns:localhost");
        second = authority.issue("second", "dns:localhost");
    }

    @AfterAll
    static void forget() {
        authority.close();
    }

    @BeforeEach
    void name() {
        files = new CertificateFiles(folder.resolve("chain.pem"), folder.resolve("key.pem"));
    }

    @Test
    void missingFileIsNamed() throws IOException {
        Files.writeString(files.chain(), first.certificate());

        assertThat(reasonAgainst()).isEqualTo(files.key() + ": no such file");
    }

    @Test
    void fileWithoutACertificateIsRefused() throws IOException {
        write("nothing", first.key());

        assertThat(reasonAgainst()).startsWith(files.chain() + " and " + files.key() + ": ");
    }

    @Test
    void keyOfAnotherFormIsRefusedWithTheCommandThatConvertsIt() throws IOException {
        write(first.certificate(), first.key().replace("PRIVATE KEY", "EC PRIVATE KEY"));

        assertThat(reasonAgainst()).contains("no private key in PKCS #8").contains("openssl pkcs8 -topk8 -nodes");
    }

    @Test
    void keyOfAnotherCertificateIsRefused() throws IOException {
        write(first.certificate(), second.key());

        assertThat(reasonAgainst())
                .isEqualTo(files.key() + " is not the key of the first certificate in " + files.chain());
    }

    @Test
    void connectionsAfterARenewalGetTheNewCertificate() throws Exception {
        write(first.certificate(), first.key());
        var certificate = usable();
        assertThat(presented(certificate.context())).contains("CN=first");

        write(second.certificate(), second.key());
        certificate.renew();
        assertThat(presented(certificate.context())).contains("CN=second");
    }

    @Test
    void contextOfBeforeARenewalPresentsTheNewCertificateToo() throws Exception {
        write(first.certificate(), first.key());
        var certificate = usable();
        var context = certificate.context();

        write(second.certificate(), second.key());
        certificate.renew();
        assertThat(presented(context)).contains("CN=second");
    }

    @Test
    void halfOfARenewalChangesNothing() throws Exception {
        write(first.certificate(), first.key());
        var certificate = usable();

        write(second.certificate(), first.key());
        certificate.renew();
        assertThat(presented(certificate.context())).contains("CN=first");

        write(second.certificate(), second.key());
        certificate.renew();
        assertThat(presented(certificate.context())).contains("CN=second");
    }

    @Test
    void clientThatNeverShakesHandsIsDisconnectedAndOthersStay() throws Exception {
        write(first.certificate(), first.key());
        var longest = Duration.ofMinutes(1);
        var clock = new AtomicLong();
        var context = new TimedHandshakes(usable().context(), longest, clock::get);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var listener = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                var quick = client(listener)) {
            var answering = accepted(threads, listener, context);
            quick.startHandshake();

            // Its time begins later than that of the quick one, so both have passed when it is over.
            try (var silent = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
                var refused = accepted(threads, listener, context);
                // Again and again: its time begins some time after it is accepted.
                while (!refused.isDone()) {
                    clock.addAndGet(longest.toNanos());
                }
                assertThatThrownBy(refused::get).isInstanceOf(ExecutionException.class);
                assertThat(silent.getInputStream().read()).isNegative();
            }
            var server = answering.get();
            server.getOutputStream().write('!');
            assertThat(quick.getInputStream().read()).isEqualTo('!');
            server.close();
        }
    }

    private void write(String chain, String key) throws IOException {
        Files.writeString(files.chain(), chain);
        Files.writeString(files.key(), key);
    }

    private String reasonAgainst() {
        return ((ServerCertificate.Reading.Unusable) ServerCertificate.read(files)).reason();
    }

    private ServerCertificate usable() {
        return ((ServerCertificate.Reading.Usable) ServerCertificate.read(files)).certificate();
    }

    private static String presented(SSLContext context) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = client(listener)) {
            var server = accepted(threads, listener, new TimedHandshakes(context, Duration.ofMinutes(1)));
            client.startHandshake();
            server.get().close();
            var shown = (X509Certificate) client.getSession().getPeerCertificates()[0];
            return shown.getSubjectX500Principal().getName();
        }
    }

    private static SSLSocket client(ServerSocket listener) throws Exception {
        return (SSLSocket) PemContext.trusting(authority.certificate())
                .getSocketFactory()
                .createSocket(listener.getInetAddress(), listener.getLocalPort());
    }

    /** Accepts a connection as the web server does. */
    private static Future<SSLSocket> accepted(ExecutorService threads, ServerSocket listener, SSLContext context) {
        Callable<SSLSocket> handshake = () -> {
            var socket = (SSLSocket) context.getSocketFactory().createSocket(listener.accept(), null, false);
            socket.setUseClientMode(false);
            socket.startHandshake();
            return socket;
        };
        return threads.submit(handshake);
    }
}
