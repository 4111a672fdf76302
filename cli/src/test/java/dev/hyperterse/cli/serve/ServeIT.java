package dev.hyperterse.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.testbed.CertificateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@Order(1)
class ServeIT {
    private static final String DIRECTORY = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              auth: {mode: Anonymous}
              exposure: Direct
              adapters:
                - {name: db, engine: Sqlite, url: ":memory:"}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: first}
            spec:
              serverRefs: [{name: shop}]
              description: One number.
              statement: {adapter: db, text: {inline: "SELECT 1 AS number"}}
            """;

    private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},
             "clientInfo":{"name":"test","version":"1"}}}""";

    @TempDir
    private Path folder;

    private Path directory;
    private Path state;

    @BeforeEach
    void write() throws IOException {
        directory = Files.createDirectory(folder.resolve("manifests"));
        state = Files.createDirectory(folder.resolve("state"));
        Files.writeString(directory.resolve("shop.yaml"), DIRECTORY);
    }

    @Test
    void savesAreServedWhenTheSignalComesAndSessionsStay() throws Exception {
        try (var client = HttpClient.newHttpClient();
                var serve = ServeProcess.start(directory, state)) {
            var session = initialize(client, serve);
            assertThat(list(client, serve, session)).contains("\"first\"");

            Files.writeString(directory.resolve("shop.yaml"), DIRECTORY.replace("name: first", "name: second"));
            serve.signal("HUP");
            assertThat(serve.await("reloaded").path("message").stringValue()).contains("+ tool second");
            assertThat(list(client, serve, session)).contains("\"second\"").doesNotContain("\"first\"");
        }
    }

    @Test
    void serviceThatIgnoresTheSignalSaysSo() throws Exception {
        try (var serve = ServeProcess.startIgnoringHangups(directory, state)) {
            assertThat(serve.await("reload_signal_ignored").path("message").stringValue())
                    .contains("use --watch");
        }
    }

    @Test
    void mistakeIsALineOfTheLogAndTakesNothingAway() throws Exception {
        try (var client = HttpClient.newHttpClient();
                var serve = ServeProcess.start(directory, state, "--watch")) {
            var session = initialize(client, serve);
            Files.writeString(
                    directory.resolve("shop.yaml"), DIRECTORY.replace("SELECT 1 AS", "SELECT {{ inputs.x }}"));

            var problem = serve.await("problem");
            assertThat(problem.path("place").stringValue()).contains("shop.yaml:");
            assertThat(problem.path("message").stringValue()).startsWith("Tool default/first spec.statement");
            serve.await("kept_last_good");
            assertThat(list(client, serve, session)).contains("\"first\"");
        }
    }

    @Test
    void sessionsOfBeforeARestartGoOn() throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            Optional<String> session;
            try (var serve = ServeProcess.start(directory, state)) {
                session = initialize(client, serve);
                assertThat(serve.end()).isZero();
                serve.await("draining");
                serve.await("ended");
            }
            try (var serve = ServeProcess.start(directory, state)) {
                assertThat(list(client, serve, session)).contains("\"first\"");
            }
        }
    }

    @Test
    void probesAreAnsweredOnTheAdminPort() throws Exception {
        try (var client = HttpClient.newHttpClient();
                var serve = ServeProcess.start(directory, state)) {
            var ready = HttpRequest.newBuilder(URI.create("http://localhost:" + serve.adminPort() + "/readyz"))
                    .build();
            assertThat(client.send(ready, HttpResponse.BodyHandlers.ofString()).body())
                    .isEqualTo("ok\n");
        }
    }

    @Test
    void portSpeaksTlsWithACertificateThatIsRenewed() throws Exception {
        try (var authority = CertificateAuthority.create("test")) {
            var chain = directory.resolveSibling("chain.pem");
            var key = directory.resolveSibling("key.pem");
            write(authority.issue("first", "dns:localhost"), chain, key);
            try (var serve = ServeProcess.start(
                    directory, state, "--tls-certificate", chain.toString(), "--tls-key", key.toString())) {
                var trust = PemContext.trusting(authority.certificate());
                try (var client = HttpClient.newBuilder().sslContext(trust).build()) {
                    var answer = client.send(request(serve, "https", Optional.empty(), INITIALIZE), text());
                    assertThat(answer.statusCode()).isEqualTo(200);
                    assertThat(subject(answer)).contains("CN=first");
                }
                write(authority.issue("second", "dns:localhost"), chain, key);
                serve.signal("HUP");
                serve.await("certificate_renewed");
                try (var client = HttpClient.newBuilder()
                        .sslContext(PemContext.trusting(authority.certificate()))
                        .build()) {
                    assertThat(subject(client.send(request(serve, "https", Optional.empty(), INITIALIZE), text())))
                            .contains("CN=second");
                }
            }
        }
    }

    @Test
    void whatCannotBeServedEndsTheProcessWithTheReason() throws Exception {
        Files.writeString(directory.resolve("shop.yaml"), "kind: Nothing\n");
        assertEnds(1, "HyperterseServer");
    }

    @Test
    void certificateThatCannotBeUsedEndsTheProcess() throws Exception {
        assertEnds(3, "the certificate cannot be used: ", "--tls-certificate", "no.pem", "--tls-key", "no.pem");
    }

    @Test
    void certificateWithoutItsKeyIsAMistakeOfTheCommandLine() throws Exception {
        assertEnds(2, "--tls-certificate and --tls-key belong together", "--tls-certificate", "chain.pem");
    }

    @Test
    void takenPortEndsTheProcess() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertEnds(
                    3, "port " + taken.getLocalPort() + " is in use", "--listen", "localhost:" + taken.getLocalPort());
        }
    }

    private void assertEnds(int code, String reason, String... options) throws Exception {
        var process = ServeProcess.process(directory, state, options);
        var messages = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(messages).isEqualTo(code);
        assertThat(messages).contains(reason);
    }

    private static Optional<String> initialize(HttpClient client, ServeProcess serve) throws Exception {
        var answer = client.send(request(serve, "http", Optional.empty(), INITIALIZE), text());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers().firstValue("Mcp-Session-Id");
    }

    private static String list(HttpClient client, ServeProcess serve, Optional<String> session) throws Exception {
        var answer = client.send(request(serve, "http", session, LIST), text());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static HttpRequest request(ServeProcess serve, String scheme, Optional<String> session, String body) {
        var request = HttpRequest.newBuilder(URI.create(scheme + "://localhost:" + serve.port() + "/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        session.ifPresent(id -> request.header("Mcp-Session-Id", id));
        return request.build();
    }

    private static HttpResponse.BodyHandler<String> text() {
        return HttpResponse.BodyHandlers.ofString();
    }

    private static String subject(HttpResponse<String> answer) throws Exception {
        var shown = (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
        return shown.getSubjectX500Principal().getName();
    }

    private static void write(CertificateAuthority.Identity identity, Path chain, Path key) throws IOException {
        Files.writeString(chain, identity.certificate());
        Files.writeString(key, identity.key());
    }
}
