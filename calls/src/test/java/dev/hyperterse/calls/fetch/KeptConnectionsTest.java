package dev.hyperterse.calls.fetch;

import static dev.hyperterse.calls.fetch.Fetching.allowed;
import static dev.hyperterse.calls.fetch.Fetching.request;
import static dev.hyperterse.calls.fetch.ScriptedServer.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.testbed.CertificateAuthority;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The connections of an API that are used again, whatever the API does with them. */
@Timeout(60)
class KeptConnectionsTest {
    private static final String STREAM = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    @ParameterizedTest
    @ValueSource(strings = {"0\r\n\r\n", "0\r\nServer-Timing: db\r\n\r\n"})
    void streamThatEndsBehindWhatIsReadKeepsItsConnection(String end) throws Exception {
        try (var server = ScriptedServer.plain((_, socket) -> {
                    write(socket, STREAM + "5\r\nreply\r\n" + end);
                    return true;
                });
                var client = client(server)) {
            for (var call = 0; call < 3; call++) {
                assertThat(readsTheReply(client, server)).isEqualTo("reply");
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "5\r\nother\r\n0\r\n\r\n", "no chunk\r\n"})
    void streamThatGoesOnCostsItsConnection(String rest) throws Exception {
        try (var server = ScriptedServer.plain((_, socket) -> {
                    write(socket, STREAM + "5\r\nreply\r\n" + rest);
                    return true;
                });
                var client = client(server)) {
            assertThat(readsTheReply(client, server)).isEqualTo("reply");
            assertThat(readsTheReply(client, server)).isEqualTo("reply");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void connectionThatWasKeptOftenAndIsClosedCarriesNoWrite() throws Exception {
        var closed = new Semaphore(0);
        try (var server = ScriptedServer.plain((request, socket) -> {
                    write(socket, EMPTY);
                    if (request.startsWith("POST /last ")) {
                        socket.close();
                        closed.release();
                        return false;
                    }
                    return true;
                });
                var client = client(server)) {
            for (var path : new String[] {"/first", "/second", "/last"}) {
                post(client, server, path);
            }
            assertThat(server.connections()).isEqualTo(1);
            closed.acquire();
            post(client, server, "/again");
            assertThat(server.connections()).isEqualTo(2);
            assertThat(server.requests()).hasSize(4);
        }
    }

    @Test
    void idleConnectionIsClosedWithoutAnotherRequest() throws Exception {
        var ended = new Semaphore(0);
        try (var server = ScriptedServer.plain((_, socket) -> {
                    write(socket, EMPTY);
                    if (socket.getInputStream().read() < 0) {
                        ended.release();
                    }
                    return false;
                });
                var client = client(at(server), Optional.empty(), System::nanoTime)) {
            post(client, server, "/last");

            ended.acquire();
        }
    }

    @Test
    void securedConnectionIsKept() throws Exception {
        try (var authority = CertificateAuthority.create("ours");
                var server = ScriptedServer.secure(authority.issue("localhost", "dns:localhost"), (_, socket) -> {
                    write(socket, EMPTY);
                    return true;
                })) {
            var url = "https://localhost:" + server.port();
            try (var client = client(url, Optional.of(authority.certificate()))) {
                for (var call = 0; call < 5; call++) {
                    client.send(request("POST", url), (_, _) -> true);
                }
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    /** Bytes behind a response would be taken for the response to the next request. */
    @ParameterizedTest
    @CsvSource({"POST, more", "GET, more", "POST, response", "GET, response"})
    void connectionOnWhichMoreWasSentCarriesNoRequest(String method, String more) throws Exception {
        var sent = new Semaphore(0);
        var surplus = more.equals("response") ? "HTTP/1.1 201 Evil\r\nContent-Length: 4\r\n\r\nevil" : more;
        try (var server = ScriptedServer.plain((request, socket) -> {
                    write(socket, request.startsWith(method + " /last ") ? EMPTY + surplus : EMPTY);
                    sent.release();
                    return true;
                });
                var client = client(server)) {
            for (var path : new String[] {"/first", "/second", "/last", "/again"}) {
                var answer = client.send(request(method, at(server) + path), (_, _) -> true);
                assertThat(answer.status()).isNotEqualTo(201);
                sent.acquire();
            }
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    private static void post(UrlClient client, ScriptedServer server, String path) throws IOException {
        client.send(request("POST", at(server) + path), (_, _) -> true);
    }

    private static String readsTheReply(UrlClient client, ScriptedServer server) throws IOException {
        var read = new StringBuilder();
        client.send(request("POST", at(server)), (_, body) -> {
            read.append(new String(body.readNBytes("reply".length())));
            return false;
        });
        return read.toString();
    }

    private static UrlClient client(ScriptedServer server) throws Exception {
        return client(at(server), Optional.empty());
    }

    private static UrlClient client(String url, Optional<String> authority) throws Exception {
        // No time passes: a busy machine may need longer for a call than an idle connection is kept.
        return client(url, authority, () -> 0);
    }

    private static UrlClient client(String url, Optional<String> authority, LongSupplier clock) throws Exception {
        var trust = PemContext.of(true, authority, Optional.empty(), Optional.empty());
        return new UrlClient(allowed(url), new UrlClient.Limits(4, 30_000, 30_000), trust, NameService.SYSTEM, clock);
    }

    private static String at(ScriptedServer server) {
        return "http://127.0.0.1:" + server.port();
    }
}
