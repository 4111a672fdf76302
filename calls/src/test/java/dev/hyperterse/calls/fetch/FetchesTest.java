package dev.hyperterse.calls.fetch;

import static dev.hyperterse.calls.fetch.Fetching.allowed;
import static dev.hyperterse.calls.fetch.Fetching.request;
import static dev.hyperterse.calls.fetch.ScriptedServer.plain;
import static dev.hyperterse.calls.fetch.ScriptedServer.raw;
import static dev.hyperterse.calls.fetch.ScriptedServer.text;
import static dev.hyperterse.calls.fetch.ScriptedServer.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope.End;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.testbed.CertificateAuthority;
import dev.hyperterse.testbed.ReservedPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of scripts, whatever servers and name services answer. */
@Timeout(60)
class FetchesTest {
    private final Fetching fetching = new Fetching();

    @AfterEach
    void close() {
        fetching.close();
        assertThat(fetching.budget().used()).isZero();
    }

    private static String at(ScriptedServer server) {
        return "http://127.0.0.1:" + server.port();
    }

    @Test
    void responseHasItsStatusAndBody() throws IOException {
        try (var server = plain(text("hellö"))) {
            assertThat(fetching.get(allowed(at(server)), at(server) + "/a?b=c")).isEqualTo("200 hellö");
            assertThat(server.requests().getFirst())
                    .startsWith("GET /a?b=c HTTP/1.1\r\n")
                    .containsIgnoringCase("Host: 127.0.0.1:" + server.port())
                    .doesNotContainIgnoringCase("cookie");
        }
    }

    @Test
    void disallowedUrlIsNotRequested() throws IOException {
        try (var server = plain(text("never"))) {
            assertThat(fetching.get(allowed(at(server) + "/v1/"), at(server) + "/admin"))
                    .isEqualTo(
                            "fetch: the path of this URL of %s is not among what scripts of this namespace may fetch; the owner of the server can add it to spec.scripts.fetch"
                                    .formatted(at(server)));
            assertThat(server.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1", "10.0.0.1", "100.64.0.1", "169.254.169.254", "192.0.0.1", "0.0.0.0", "255.255.255.255",
                "224.0.0.1", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "fe80::1",
                "fc00::1", "ff02::1", "::", "93.184.215.14 127.0.0.1",
            })
    void publicNameIsNotConnectedToANonPublicAddress(String addresses) {
        fetching.name("api.example.com", addresses);
        assertThat(fetching.get(allowed("http://api.example.com/"), "http://api.example.com/"))
                .isEqualTo("fetch: http://api.example.com is at an address that scripts may not fetch");
    }

    @Test
    void changedAddressOfANameIsCheckedForEachConnection() throws IOException {
        try (var server = plain(raw("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"))) {
            // The rule admits loopback by its name; the second lookup yields another machine.
            fetching.name("localhost", "127.0.0.1", "169.254.169.254");
            var url = "http://localhost:" + server.port();
            assertThat(fetching.get(allowed(url), url)).isEqualTo("200 ok");
            assertThat(fetching.get(allowed(url), url))
                    .isEqualTo("fetch: %s is at an address that scripts may not fetch".formatted(url));
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void nameIsResolvedOncePerConnection() throws IOException {
        try (var server = plain(text("ok"))) {
            // Asked twice, it would be another machine the second time.
            fetching.name("localhost", "127.0.0.1", "10.0.0.1");
            var url = "http://localhost:" + server.port();
            assertThat(fetching.get(allowed(url), url)).isEqualTo("200 ok");
            assertThat(server.requests().getFirst()).containsIgnoringCase("host: localhost:" + server.port());
        }
    }

    @Test
    void nextAddressServesWhenTheFirstRefuses() throws IOException {
        try (var server = plain(text("ok"))) {
            fetching.name("localhost", "127.0.0.2 127.0.0.1");
            var url = "http://localhost:" + server.port();
            assertThat(fetching.get(allowed(url), url)).isEqualTo("200 ok");
        }
    }

    /** A host with a forbidden address is not connected to at all, whichever of its addresses would be used. */
    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254 127.0.0.1", "127.0.0.1 169.254.169.254"})
    void forbiddenAddressIsNotSkipped(String addresses) throws IOException {
        try (var server = plain(text("never"))) {
            fetching.name("localhost", addresses);
            var url = "http://localhost:" + server.port();
            assertThat(fetching.get(allowed(url), url)).endsWith("is at an address that scripts may not fetch");
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void hostWithoutAnyListeningAddressIsReported() {
        fetching.name("localhost", "127.0.0.2 127.0.0.3");
        try (var port = new ReservedPort()) {
            var url = "http://localhost:" + port.number();
            assertThat(fetching.get(allowed(url), url)).isEqualTo("fetch: nothing answers at " + url);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET | x-a | b\\r\\n\\r\\nGET /admin HTTP/1.1
            GET | x-a | b\\nc
            GET | x:a | b
            GET | x a | b
            GET | Host | elsewhere
            GET | host | elsewhere
            GET | content-length | 100
            GET | transfer-encoding | chunked
            GET | x-a | \u0100
            GET /x HTTP/1.1\\r\\n | x-a | b
            CONNECT | x-a | b
            """)
    void requestSmugglingIsRefused(String method, String name, String value) throws IOException {
        try (var server = plain(text("never"))) {
            var asked = request(method.translateEscapes(), at(server), new Header(name, value.translateEscapes()));
            assertThat(fetching.send(List.of(allowed(at(server))), asked))
                    .isIn("fetch: a header is malformed", "fetch: the method is not supported");
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void unresolvableNameIsReported() {
        assertThat(fetching.get(allowed("http://none.example.com"), "http://none.example.com/"))
                .isEqualTo("fetch: the name of http://none.example.com cannot be resolved");
    }

    @Test
    void connectionIsReused() throws IOException {
        try (var server = plain(text("ok"))) {
            for (var call = 0; call < 5; call++) {
                assertThat(fetching.get(allowed(at(server)), at(server))).isEqualTo("200 ok");
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void closedConnectionIsReplaced() throws IOException {
        // The response announces a persistent connection, and the server closes it.
        try (var server = plain(raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))) {
            for (var call = 0; call < 3; call++) {
                assertThat(fetching.get(allowed(at(server)), at(server))).isEqualTo("200 ok");
            }
        }
    }

    @Test
    void unsafeRequestIsNotRepeated() throws IOException {
        try (var server = plain(raw(""))) {
            assertThat(fetching.send(List.of(allowed(at(server))), request("DELETE", at(server))))
                    .endsWith("is broken or not complete");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void redirectToAnAllowedUrlIsFollowed() throws IOException {
        try (var server = plain((request, socket) -> {
            write(
                    socket,
                    request.startsWith("GET /old")
                            ? "HTTP/1.1 302 Found\r\nLocation: /new?x=1\r\nContent-Length: 0\r\n\r\n"
                            : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            return true;
        })) {
            assertThat(fetching.get(allowed(at(server)), at(server) + "/old")).isEqualTo("200 ok");
            assertThat(server.requests().getLast()).startsWith("GET /new?x=1 ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/meta-data/",
                "http://[fd00:ec2::254]/latest",
                "//127.0.0.1:9090/metrics",
                "http://metadata.google.internal/",
            })
    void redirectToADisallowedUrlIsNotFollowed(String location) throws IOException {
        fetching.name("metadata.google.internal", "169.254.169.254");
        try (var server = plain(raw("HTTP/1.1 307 Go\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n"))) {
            assertThat(fetching.get(allowed(at(server)), at(server)))
                    .isEqualTo("fetch: %s redirects to a URL that scripts of this namespace may not fetch"
                            .formatted(at(server)));
        }
    }

    @Test
    void redirectTargetIsCheckedLikeAnyConnection() throws IOException {
        fetching.name("api.example.com", "169.254.169.254");
        try (var server =
                plain(raw("HTTP/1.1 302 F\r\nLocation: http://api.example.com/\r\nContent-Length: 0\r\n\r\n"))) {
            assertThat(fetching.send(
                            List.of(allowed(at(server)), allowed("http://api.example.com/")),
                            request("GET", at(server))))
                    .isEqualTo("fetch: http://api.example.com is at an address that scripts may not fetch");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "http://user:pass@127.0.0.1/", "ht!tp://x", "http:///x"})
    void redirectToAnInvalidUrlIsRefused(String location) throws IOException {
        try (var server = plain(raw("HTTP/1.1 302 F\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n"))) {
            assertThat(fetching.get(allowed(at(server)), at(server)))
                    .startsWith("fetch: " + at(server) + " redirects to");
        }
    }

    @Test
    void redirectsAreLimited() throws IOException {
        try (var server = plain(raw("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n"))) {
            assertThat(fetching.get(allowed(at(server)), at(server)))
                    .isEqualTo("fetch: %s redirects too often".formatted(at(server)));
            assertThat(server.requests()).hasSize(6);
        }
    }

    @Test
    void redirectCanBeAFailureOrTheResponse() throws IOException {
        try (var server = plain(raw("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 4\r\n\r\nhere"))) {
            var asked = request("GET", at(server));
            assertThat(fetching.send(List.of(allowed(at(server))), with(asked, OnRedirect.FAIL)))
                    .isEqualTo("fetch: %s redirects".formatted(at(server)));
            assertThat(fetching.send(List.of(allowed(at(server))), with(asked, OnRedirect.RETURN)))
                    .isEqualTo("302 here");
        }
    }

    private static FetchRequest with(FetchRequest request, OnRedirect onRedirect) {
        return new FetchRequest(request.method(), request.url(), request.headers(), request.body(), onRedirect);
    }

    @Test
    void redirectToAnotherOriginSendsNoCredentials() throws IOException {
        try (var second = plain(text("ok"));
                var first = plain(raw("HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:%d/b\r\nContent-Length: 0\r\n\r\n"
                        .formatted(second.port())))) {
            var asked = request(
                    "GET",
                    at(first),
                    new Header("authorization", "Bearer secret"),
                    new Header("cookie", "a=secret"),
                    new Header("x-api-key", "secret"),
                    new Header("accept", "application/json"));
            assertThat(fetching.send(List.of(allowed(at(first)), allowed(at(second))), asked))
                    .isEqualTo("200 ok");
            assertThat(first.requests().getFirst()).containsIgnoringCase("x-api-key: secret");
            assertThat(second.requests().getFirst())
                    .doesNotContain("secret")
                    .containsIgnoringCase("accept: application/json");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void methodOfARedirectedRequestFollowsTheStandard(int status) throws IOException {
        try (var server = plain((request, socket) -> {
            write(
                    socket,
                    request.contains(" /old ")
                            ? "HTTP/1.1 %d X\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n".formatted(status)
                            : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            return true;
        })) {
            var asked = new FetchRequest(
                    "POST",
                    URI.create(at(server) + "/old"),
                    List.of(new Header("content-type", "text/plain")),
                    Optional.of("body".getBytes(StandardCharsets.UTF_8)),
                    OnRedirect.FOLLOW);
            assertThat(fetching.send(List.of(allowed(at(server))), asked)).isEqualTo("200 ");
            assertThat(server.requests().getLast())
                    .startsWith(status > 303 ? "POST /new " : "GET /new ")
                    .satisfies(request ->
                            assertThat(request.endsWith("\r\n\r\nbody")).isEqualTo(status > 303));
        }
    }

    @Test
    void oversizedBodyIsRefused() throws IOException {
        try (var server = plain(text("x".repeat(Fetching.LARGEST + 1)))) {
            assertThat(fetching.get(allowed(at(server)), at(server)))
                    .isEqualTo("fetch: the response of %s is larger than %d bytes"
                            .formatted(at(server), Fetching.LARGEST));
        }
    }

    @Test
    void endlessBodyIsRefusedAtTheLimit() throws IOException {
        try (var server = plain((_, socket) -> {
            write(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            while (true) {
                write(socket, "400\r\n" + "x".repeat(0x400) + "\r\n");
            }
        })) {
            assertThat(fetching.get(allowed(at(server)), at(server))).contains("is larger than");
        }
    }

    @Test
    void decompressionBombIsRefusedAtTheLimit() throws IOException {
        var bomb = gzip("0".repeat(64 << 20));
        try (var server = plain(compressed(bomb))) {
            assertThat(fetching.get(allowed(at(server)), at(server))).contains("is larger than");
        }
    }

    @Test
    void connectionIsReusedAfterCompressedChunks() throws IOException {
        var bytes = gzip("hello");
        try (var server = plain((_, socket) -> {
            write(
                    socket,
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n"
                            .formatted(bytes.length));
            socket.getOutputStream().write(bytes);
            write(socket, "\r\n0\r\n\r\n");
            return true;
        })) {
            for (var call = 0; call < 3; call++) {
                assertThat(fetching.get(allowed(at(server)), at(server))).isEqualTo("200 hello");
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void compressedBodyIsRead() throws IOException {
        try (var server = plain(compressed(gzip("hello")))) {
            assertThat(fetching.get(allowed(at(server)), at(server))).isEqualTo("200 hello");
        }
    }

    @Test
    void unknownEncodingIsReported() throws IOException {
        try (var server = plain(raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: 1\r\n\r\nx"))) {
            assertThat(fetching.get(allowed(at(server)), at(server)))
                    .isEqualTo("fetch: the response of %s is broken or not complete".formatted(at(server)));
        }
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static ScriptedServer.Answer compressed(byte[] bytes) {
        return (_, socket) -> {
            write(
                    socket,
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n".formatted(bytes.length));
            socket.getOutputStream().write(bytes);
            return true;
        };
    }

    @Test
    void oversizedHeadersAreRefused() throws IOException {
        try (var server = plain((_, socket) -> {
            write(socket, "HTTP/1.1 200 OK\r\n");
            while (true) {
                write(socket, "X-Flood: " + "x".repeat(1000) + "\r\n");
            }
        })) {
            assertThat(fetching.get(allowed(at(server)), at(server))).endsWith("is broken or not complete");
        }
    }

    @Test
    void endlessStatusLineIsRefused() throws IOException {
        try (var server = plain((_, socket) -> {
            write(socket, "HTTP/1.1 200 ");
            while (true) {
                write(socket, "x".repeat(1000));
            }
        })) {
            assertThat(fetching.get(allowed(at(server)), at(server))).endsWith("is broken or not complete");
        }
    }

    /** Trimming the value by an expression took seconds for each head, and nothing stops an expression. */
    @Test
    void headerOfManyBlanksIsReadOnce() throws IOException {
        var blanks = "X-Blank: x%sy\r\n\r\n".formatted(" ".repeat(32_000));
        var interim = "HTTP/1.1 103 Early Hints\r\n" + blanks;
        try (var server =
                plain(raw(interim + interim + interim + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + blanks + "ok"))) {
            try (var scope = fetching.scope(10_000)) {
                assertThat(fetching.send(List.of(allowed(at(server))), request("GET", at(server)), scope))
                        .isEqualTo("200 ok");
                assertThat(scope.ended()).isEmpty();
            }
        }
    }

    @Test
    void endlessInterimResponsesAreRefused() throws IOException {
        try (var server = plain((_, socket) -> {
            while (true) {
                write(socket, "HTTP/1.1 103 Early Hints\r\n\r\n");
            }
        })) {
            assertThat(fetching.get(allowed(at(server)), at(server))).endsWith("is broken or not complete");
        }
    }

    @Test
    void endlessChunkSizeIsRefused() throws IOException {
        try (var server = plain((_, socket) -> {
            write(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;");
            while (true) {
                write(socket, "x".repeat(1000));
            }
        })) {
            assertThat(fetching.get(allowed(at(server)), at(server))).endsWith("is broken or not complete");
        }
    }

    @Test
    void oversizedTrailersAreRefused() throws IOException {
        try (var server = plain((_, socket) -> {
            write(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Flood\r\n\r\n2\r\nok\r\n0\r\n");
            while (true) {
                write(socket, "X-Flood: " + "x".repeat(1000) + "\r\n");
            }
        })) {
            assertThat(fetching.get(allowed(at(server)), at(server))).endsWith("is broken or not complete");
        }
    }

    @Test
    void interimResponseIsSkipped() throws IOException {
        try (var server = plain(
                raw("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))) {
            assertThat(fetching.get(allowed(at(server)), at(server))).isEqualTo("200 ok");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\nok",
                "HTTP/1.0 200 OK\r\n\r\nok",
                "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=y\r\no\r\n1\r\nk\r\n0\r\nX-A: b\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
            })
    void bodyEndsAsItsHeadersSay(String response) throws IOException {
        try (var server = plain(raw(response))) {
            assertThat(fetching.get(allowed(at(server)), at(server))).isEqualTo("200 ok");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a%20b/c%2Bd+e/%E2%82%AC;x=1?q=a+b%2Bc&x=%20&y=a/b:c;d@&flag&empty=&k=1&k=2",
                "/a//b/?u=http://x//y",
                "/p?b=1&a=2&b=3",
                "/p?=x&&a",
            })
    void urlIsSentUnchanged(String target) throws IOException {
        try (var server = plain(text("ok"))) {
            assertThat(fetching.get(allowed(at(server)), at(server) + target)).isEqualTo("200 ok");
            assertThat(server.requests().getFirst()).startsWith("GET " + target + " HTTP/1.1\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno header\r\n\r\nok",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "SSH-2.0-OpenSSH_9.6\r\n\r\n",
                "",
            })
    void incompleteResponseIsRefused(String response) throws IOException {
        try (var server = plain(raw(response))) {
            assertThat(fetching.get(allowed(at(server)), at(server)))
                    .isEqualTo("fetch: the response of %s is broken or not complete".formatted(at(server)));
        }
    }

    @Test
    void tricklingResponseEndsWithTheCall() throws IOException {
        try (var server = plain((_, socket) -> {
            write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
            while (true) {
                write(socket, "x");
                Thread.sleep(20);
            }
        })) {
            assertThat(fetching.send(List.of(allowed(at(server))), request("GET", at(server)), 300))
                    .isEqualTo("the call took too long and was cancelled");
        }
    }

    @Test
    void disconnectedClientEndsTheRequest() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = plain((_, socket) -> {
                    asked.countDown();
                    return socket.getInputStream().read() >= 0;
                });
                var callers = Executors.newVirtualThreadPerTaskExecutor();
                var scope = fetching.scope()) {
            var call = callers.submit(
                    () -> fetching.send(List.of(allowed(at(server))), request("GET", at(server)), scope));
            asked.await();
            scope.end(End.CLIENT);
            assertThat(call.get()).isEqualTo("the call was cancelled");
        }
    }

    @Test
    void manyRequestsRunConcurrently() throws Exception {
        var all = new CountDownLatch(200);
        try (var server = plain((_, socket) -> {
                    all.countDown();
                    all.await();
                    write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                    return true;
                });
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, 200)
                    .mapToObj(_ -> callers.submit(() -> fetching.get(allowed(at(server)), at(server))))
                    .toList();
            for (var call : calls) {
                assertThat(call.get()).isEqualTo("200 ok");
            }
        }
    }

    @Test
    void closedPortIsReported() {
        try (var port = new ReservedPort()) {
            var url = "http://127.0.0.1:" + port.number();
            assertThat(fetching.get(allowed(url), url)).isEqualTo("fetch: nothing answers at " + url);
        }
    }

    @Test
    void certificatesAreVerifiedAgainstAuthorityAndName() throws Exception {
        try (var ours = CertificateAuthority.create("ours");
                var theirs = CertificateAuthority.create("theirs");
                var right = ScriptedServer.secure(ours.issue("localhost", "dns:localhost"), text("ok"));
                var wrong = ScriptedServer.secure(ours.issue("other", "dns:other.example.com"), text("never"))) {
            fetching.name("localhost", "127.0.0.2 127.0.0.1");
            assertThat(secure(right, Optional.of(ours.certificate()))).isEqualTo("200 ok");
            for (var refused : List.of(
                    secure(right, Optional.of(theirs.certificate())),
                    secure(right, Optional.empty()),
                    secure(wrong, Optional.of(ours.certificate())))) {
                assertThat(refused)
                        .startsWith("fetch: the certificate of https://localhost:")
                        .endsWith("is not for that name");
            }
            assertThat(wrong.requests()).isEmpty();
        }
    }

    private String secure(ScriptedServer server, Optional<String> ca) {
        var url = "https://localhost:" + server.port();
        return fetching.get(new AllowedUrl(URI.create(url), Addresses.Public, ca), url);
    }
}
