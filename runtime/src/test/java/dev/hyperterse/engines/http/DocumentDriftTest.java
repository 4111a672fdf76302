package dev.hyperterse.engines.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.request.DocumentDigest;
import dev.hyperterse.catalog.request.PublishedDocument;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.check.CheckRound;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.testbed.RecordingApi;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that an API changes after they were approved. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DocumentDriftTest {
    private static final String OLD = "{\"openapi\":\"3.1.0\",\"paths\":{}}";
    private static final String NEW = "{\"openapi\":\"3.1.0\",\"paths\":{\"/a\":{}}}";
    private static final PublishedDocument APPROVED = approving(OLD);

    private static PublishedDocument approving(String document) {
        return new PublishedDocument("/openapi.json", Optional.of(DocumentDigest.of(document)));
    }

    private static String words(StatementCheck check) {
        return ((StatementCheck.Refused) check).message().line();
    }

    @Test
    void changedDocumentIsSaidWithItsDigest() throws Exception {
        try (var api = RecordingApi.start(RecordingApi.json(NEW));
                var calls = HttpCalls.on(api.url() + "/v1")) {
            assertThat(words(calls.check(APPROVED)))
                    .isEqualTo("the document that the API publishes has changed since it was approved; its digest is "
                            + DocumentDigest.of(NEW) + " (GET /openapi.json)");
            assertThat(api.take())
                    .startsWith("GET /v1/openapi.json HTTP/1.1\r\n")
                    .contains(HttpCalls.TOKEN, "\r\naccept: " + PublishedDocument.ACCEPT + "\r\n");
            assertThat(calls.check(approving(NEW))).isEqualTo(new StatementCheck.Accepted());
            assertThat(calls.check(new PublishedDocument("/openapi.json", Optional.empty())))
                    .isEqualTo(new StatementCheck.Accepted());
        }
    }

    @Test
    void sameDocumentInAnotherFormIsAccepted() throws Exception {
        try (var api = RecordingApi.start(RecordingApi.json(" {\"paths\" : { }, \"openapi\" : \"3.1.0\"}\n"));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.check(APPROVED)).isEqualTo(new StatementCheck.Accepted());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "404 Not Found,    it answers with HTTP 404",
        "403 Forbidden,    it answers with HTTP 403",
        "204 No Content,   it is empty",
        "200 OK,           it is empty",
    })
    void documentThatIsNotThereIsSaid(String status, String why) throws Exception {
        try (var api = RecordingApi.start((_, socket) ->
                        RecordingApi.response(socket, status, "text/plain", why.endsWith("empty") ? "" : "no"));
                var calls = HttpCalls.on(api.url())) {
            assertThat(words(calls.check(APPROVED)))
                    .isEqualTo("the API publishes no document there: %s (GET /openapi.json)".formatted(why));
        }
    }

    /** A replica must not be led into its own network by an API, or take the credentials of the adapter elsewhere. */
    @ParameterizedTest
    @ValueSource(strings = {"http://169.254.169.254/latest", "http://localhost:1/openapi.json", "/other"})
    void redirectAwayFromTheAdapterIsNotFollowed(String location) throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
                    RecordingApi.write(
                            socket, "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
                    return true;
                });
                var calls = HttpCalls.on(api.url() + "/v1")) {
            assertThat(words(calls.check(APPROVED)))
                    .contains("the API redirects to another address than that of the adapter");
            assertThat(api.requests()).hasSize(1);
        }
    }

    @Test
    void largeDocumentIsNotReadToItsEnd() throws Exception {
        var piece = " ".repeat(1 << 16);
        try (var api = RecordingApi.start((_, socket) -> {
                    RecordingApi.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
                    while (socket.isConnected()) {
                        RecordingApi.write(socket, piece);
                    }
                    return false;
                });
                var calls = HttpCalls.on(api.url())) {
            assertThat(words(calls.check(APPROVED))).contains("it has more than 8 MiB");
            while (api.endedConnections() < 1) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "500 Oops",
                "503 Service Unavailable",
                "429 Too Many Requests",
                "408 Request Timeout",
                "425 Too Early"
            })
    void faultOfTheApiSaysNothing(String status) throws Exception {
        try (var api = RecordingApi.start((_, socket) -> RecordingApi.response(socket, status, "text/plain", "no"));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.check(APPROVED)).isEqualTo(new StatementCheck.Unknown());
        }
    }

    @Test
    void silentApiSaysNothing() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> socket.getInputStream().read() >= 0);
                var calls = HttpCalls.on(api.url(), 50, Map.of())) {
            assertThat(calls.check(APPROVED)).isEqualTo(new StatementCheck.Unknown());
            while (api.endedConnections() < 1) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** A call has more time than a check, so that calls must not be refused for it. */
    @Test
    void endOfACheckSaysNothingOfTheAdapter() throws Exception {
        var given = new AtomicBoolean();
        try (var tokens = TokenServer.start((_, socket) -> given.getAndSet(true)
                        ? socket.getInputStream().read() >= 0
                        : RecordingApi.response(
                                socket, "200 OK", "application/json", TokenServer.token("t0ken", 3600)));
                var api =
                        RecordingApi.start((_, socket) -> RecordingApi.response(socket, "401 No", "text/plain", "no"));
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.check(APPROVED, 2_000)).isEqualTo(new StatementCheck.Unknown());
            assertThat(calls.state()).isEqualTo("UP");
        }
    }

    @Test
    void endOfACheckThatWaitsForATokenSaysNothingToTheNext() throws Exception {
        var probed = new AtomicBoolean();
        var asked = new CountDownLatch(1);
        var given = new CountDownLatch(1);
        try (var tokens = TokenServer.start((_, socket) -> {
                    if (probed.getAndSet(true)) {
                        asked.countDown();
                        given.await();
                    }
                    return RecordingApi.response(socket, "200 OK", "application/json", TokenServer.token("t0ken", 0));
                });
                var api = RecordingApi.start(RecordingApi.json(OLD));
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values());
                var scope = CallScope.open(calls.calls().deadlines(), 60_000)) {
            Thread.ofVirtual().start(() -> {
                try {
                    asked.await();
                    scope.end(CallScope.End.DEADLINE);
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(calls.check(APPROVED, scope)).isEqualTo(new StatementCheck.Unknown());
            given.countDown();
            assertThat(calls.check(APPROVED)).isEqualTo(new StatementCheck.Accepted());
        }
    }

    @Test
    void documentIsReadOnceForAllThatItDescribes() throws Exception {
        var leaves = IntStream.range(0, 100)
                .<Leaf>mapToObj(it -> Leaves.tool("tool-" + it, HttpCalls.describedBy(APPROVED)))
                .toList();
        try (var api = RecordingApi.start(RecordingApi.json(NEW));
                var calls = HttpCalls.on(api.url())) {
            var round = new CheckRound(leaves, calls.links());
            round.pass(calls.calls().deadlines(), () -> true);
            assertThat(round.refused()).hasSize(100);
            assertThat(api.requests()).hasSizeLessThan(100);
            // A change may be found again after minutes.
            assertThat(round.isOpen()).isFalse();
        }
    }

    /** The checks of other adapters wait meanwhile. */
    @Test
    void apiThatDoesNotAnswerIsAskedForOneDocumentInAPass() throws Exception {
        var leaves = IntStream.range(0, 3)
                .<Leaf>mapToObj(it -> Leaves.tool(
                        "tool-" + it, HttpCalls.describedBy(new PublishedDocument("/" + it, Optional.empty()))))
                .toList();
        try (var api = RecordingApi.start((_, socket) -> RecordingApi.response(socket, "503 No", "text/plain", "no"));
                var calls = HttpCalls.on(api.url())) {
            var round = new CheckRound(leaves, calls.links());
            round.pass(calls.calls().deadlines(), () -> true);
            assertThat(api.requests()).hasSize(1);
            assertThat(round.isOpen()).isTrue();
            round.pass(calls.calls().deadlines(), () -> true);
            round.pass(calls.calls().deadlines(), () -> true);
            assertThat(api.requests())
                    .extracting(request -> request.lines().findFirst().orElseThrow())
                    .containsExactlyInAnyOrder("GET /0 HTTP/1.1", "GET /1 HTTP/1.1", "GET /2 HTTP/1.1");
        }
    }

    @Test
    void documentThatWasAcceptedIsComparedAgain() throws Exception {
        var published = new AtomicReference<>(OLD);
        try (var api = RecordingApi.start(
                        (_, socket) -> RecordingApi.response(socket, "200 OK", "application/json", published.get()));
                var calls = HttpCalls.on(api.url())) {
            var round = new CheckRound(List.of(Leaves.tool("t", HttpCalls.describedBy(APPROVED))), calls.links());
            round.pass(calls.calls().deadlines(), () -> true);
            assertThat(round.refused()).isEmpty();
            assertThat(round.unanswered()).isEmpty();
            published.set(NEW);
            while (round.refused().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
                round.pass(calls.calls().deadlines(), () -> true);
            }
        }
    }

    @Test
    void driftReachesTheReportOfTheReplica(@TempDir Path data) throws Exception {
        var leaf = Leaves.tool("t", HttpCalls.describedBy(APPROVED));
        var keys = KeyRing.random();
        var settings = new ReplicaSettings(data, data, () -> keys, false, Handover.standard());
        try (var api = RecordingApi.start(RecordingApi.json(NEW));
                var replica = new Replica(HttpCalls.catalog(api.url(), leaf), settings, Observation.begin())) {
            while (replica.checks().results().refused().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(replica.checks().results().refused()).singleElement().satisfies(refused -> {
                assertThat(refused.definition()).isEqualTo(leaf.identity());
                assertThat(refused.refusal().message().words()).contains("has changed since it was approved");
            });
        }
    }
}
