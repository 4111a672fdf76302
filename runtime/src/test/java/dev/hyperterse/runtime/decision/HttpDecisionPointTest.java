package dev.hyperterse.runtime.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.turn.CountedCaller;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings.Failure;
import dev.hyperterse.runtime.access.DecisionPoint.Decision;
import dev.hyperterse.runtime.access.DecisionPoint.Question;
import dev.hyperterse.runtime.decision.FakeDecisionPoint.Answer;
import dev.hyperterse.runtime.decision.FakeDecisionPoint.Asked;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class HttpDecisionPointTest {
    private static final ServerIdentity SERVER = new ServerIdentity("shop", "orders", "uid", 3);
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789Z");
    private static final Decision UNDECIDED = new Decision.Undecided("decision-point-failed");

    @AutoClose
    private final FakeDecisionPoint fake = new FakeDecisionPoint();

    private final RequestPermits permits = new RequestPermits(HttpDecisionPoint.MOST_AT_ONCE);
    private final MetricRegistry metrics = new MetricRegistry();

    HttpDecisionPointTest() throws Exception {}

    @Test
    void answerDecidesAndItsReasonIsACode() throws Exception {
        var point = point(Failure.Closed);

        assertThat(point.decide(question(Map.of()))).isEqualTo(new Decision.Allowed("in-office"));
        fake.answers(FakeDecisionPoint.DENY);
        assertThat(point.decide(question(Map.of()))).isEqualTo(new Decision.Denied("after-hours"));
        fake.answers(Answer.of(200, "{\"decision\":\"Deny\"}"));
        assertThat(point.decide(question(Map.of()))).isEqualTo(new Decision.Denied("unspecified"));
    }

    @Test
    void questionHasPrincipalDefinitionAndInputs() throws Exception {
        var claims = JsonMapper.shared().readTree("{\"tenant\":\"acme\",\"amr\":[\"pwd\"]}");
        var ann = new Principal(
                Optional.of("sso"),
                Optional.of("ann\"}\n"),
                Set.of("b", "a"),
                Set.of("staff"),
                Map.of("tenant", claims.get("tenant"), "amr", claims.get("amr")));
        point(Failure.Closed)
                .decide(new Question(
                        LeafKind.Tool,
                        "shop",
                        "list-orders",
                        ann,
                        Map.of("id", Long.MAX_VALUE, "amount", new BigDecimal("1e400"), "ids", List.of(1L, 2L))));

        var json = (ObjectNode) fake.asked().getFirst().json();
        assertThat(json.remove("id").asString()).hasSize(36);
        assertThat(json).isEqualTo(JsonMapper.shared().readTree("""
                {"version":1, "server":{"namespace":"shop","name":"orders"},
                 "definition":{"kind":"Tool","namespace":"shop","name":"list-orders"},
                 "principal":{"plugin":"sso","subject":"ann\\"}\\n","scopes":["a","b"],"groups":["staff"],
                   "claims":{"amr":["pwd"],"tenant":"acme"}},
                 "inputs":{"amount":1E+400,"id":9223372036854775807,"ids":[1,2]}}"""));
        assertThat(new String(fake.asked().getFirst().body(), StandardCharsets.UTF_8))
                .contains("\"amount\":1E+400");
    }

    /** By the definition of HMAC, not by the class that signs. */
    @Test
    void questionIsSignedWithItsTime() throws Exception {
        point(Failure.Closed).decide(question(Map.of()));

        var asked = fake.asked().getFirst();
        assertThat(asked.header("Hyperterse-timestamp")).isEqualTo(Long.toString(NOW.getEpochSecond()));
        assertThat(asked.header("Hyperterse-signature")).isEqualTo("v1=" + hmac(asked));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Allow",
                "[]",
                "null",
                "\"Allow\"",
                "{}",
                "{\"decision\":\"allow\"}",
                "{\"decision\":\"Allow \"}",
                "{\"decision\":true}",
                "{\"decision\":[\"Allow\"]}",
                "{\"allow\":true}",
                "{\"decision\":\"Deny\",\"decision\":\"Allow\"}",
                "{\"decision\":\"Allow\"} {\"decision\":\"Deny\"}",
                "{\"decision\":\"Allow\"",
                "{\"decision\":\"Allow\",\"reason\":\"two words\"}",
                "{\"decision\":\"Allow\",\"reason\":\"line\\nbreak\"}",
                "{\"decision\":\"Allow\",\"reason\":\"\"}",
                "<html>Allow</html>"
            })
    void malformedAnswerDecidesNothing(String body) throws Exception {
        fake.answers(Answer.of(200, body));

        assertThat(point(Failure.Closed).decide(question(Map.of()))).isEqualTo(UNDECIDED);
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 204, 401, 403, 404, 429, 500, 503})
    void otherStatusDecidesNothingWhateverItsBody(int status) throws Exception {
        fake.answers(
                status == 204
                        ? new Answer(204, new byte[0], Optional.empty(), false)
                        : Answer.of(status, new String(FakeDecisionPoint.ALLOW.body(), StandardCharsets.UTF_8)));

        assertThat(point(Failure.Closed).decide(question(Map.of()))).isEqualTo(UNDECIDED);
    }

    @Test
    void redirectIsNotFollowed() throws Exception {
        try (var other = new FakeDecisionPoint()) {
            fake.answers(Answer.redirect(other.url()));

            assertThat(point(Failure.Closed).decide(question(Map.of()))).isEqualTo(UNDECIDED);
            assertThat(other.asked()).isEmpty();
        }
    }

    @Test
    void oversizedAnswerDecidesNothing() throws Exception {
        var spaces = " ".repeat(QuestionSender.LONGEST_ANSWER);
        fake.answers(Answer.of(200, "{\"decision\":\"Allow\"}" + spaces));

        assertThat(point(Failure.Closed).decide(question(Map.of()))).isEqualTo(UNDECIDED);
    }

    /** The caller chooses the length, so the call must not pass even if failures are open. */
    @ParameterizedTest
    @EnumSource(Failure.class)
    void oversizedQuestionIsNotSentAndDoesNotPass(Failure failure) throws Exception {
        var inputs = Map.of("text", "x".repeat(HttpDecisionPoint.LONGEST_QUESTION));

        assertThat(point(failure).decide(question(inputs))).isEqualTo(new Decision.Denied("question-too-long"));
        assertThat(fake.asked()).isEmpty();
        assertThat(metrics.exposition()).contains("hyperterse_decisions_total{outcome=\"refused\"} 1\n");
    }

    /** Regardless of the length of the answer. */
    @ParameterizedTest
    @CsvSource({"400, Open", "413, Open", "422, Open", "413, Closed"})
    void rejectedQuestionDoesNotPass(int status, Failure failure) throws Exception {
        fake.answers(Answer.of(status, "<p>too much</p>".repeat(10_000)));

        assertThat(point(failure).decide(question(Map.of()))).isEqualTo(new Decision.Undecided("question-rejected"));
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    void manySlowQuestionsOfOneCallerLeaveTurnsToOthers(Failure failure) throws Exception {
        var gate = new CountDownLatch(1);
        fake.answers(question -> {
            if (question.at("/principal/subject").asString("").equals("mallory")) {
                wait(gate);
            }
            return FakeDecisionPoint.ALLOW;
        });
        var point = point(failure);
        var mallory = question(Principal.named("keys", "mallory"), Map.of());
        var flood = Stream.generate(() -> new FutureTask<>(() -> point.decide(mallory)))
                .limit(HttpDecisionPoint.MOST_AT_ONCE * 2)
                .toList();
        var callers = flood.stream().map(Thread::startVirtualThread).toList();
        while (fake.asked().size() < HttpDecisionPoint.MOST_AT_ONCE / 2
                || !callers.stream().allMatch(it -> it.getState() == Thread.State.TIMED_WAITING)) {
            LockSupport.parkNanos(1_000_000);
        }

        assertThat(point.decide(question(Principal.named("keys", "ann"), Map.of())))
                .isEqualTo(new Decision.Allowed("in-office"));
        assertThat(fake.asked()).hasSize(HttpDecisionPoint.MOST_AT_ONCE / 2 + 1);
        gate.countDown();
        for (var question : flood) {
            assertThat(question.get()).isEqualTo(new Decision.Allowed("in-office"));
        }
    }

    /** A caller with too many questions must not pass undecided. */
    @ParameterizedTest
    @EnumSource(Failure.class)
    void questionWithoutATurnInTimeDoesNotPass(Failure failure) throws Exception {
        takeAllTurnsOf(Principal.ANONYMOUS);

        assertThat(point(fake.url(), 50, failure).decide(question(Map.of())))
                .isEqualTo(new Decision.Undecided("too-many-questions"));
        assertThat(fake.asked()).isEmpty();
    }

    /** The decision point hangs, so unanswered questions occupy all turns. */
    @ParameterizedTest
    @EnumSource(Failure.class)
    void questionWithoutATurnDuringAnOutageIsAFailureOfTheDecisionPoint(Failure failure) throws Exception {
        var point = point(fake.url(), 2_000, failure);
        fake.answers(Answer.of(503, ""));
        point.decide(question(Map.of()));
        takeAllTurnsOf(Principal.ANONYMOUS);

        assertThat(point.decide(question(Map.of()))).isEqualTo(failed(failure));
        assertThat(fake.asked()).hasSize(1);
    }

    private void takeAllTurnsOf(Principal principal) throws InterruptedException {
        for (var turn = 0; turn < HttpDecisionPoint.MOST_AT_ONCE / 2; turn++) {
            assertThat(permits.acquire(CountedCaller.of(principal), System.nanoTime() + TimeUnit.SECONDS.toNanos(60)))
                    .isTrue();
        }
    }

    private static Decision failed(Failure failure) {
        return switch (failure) {
            case Closed -> UNDECIDED;
            case Open -> new Decision.Allowed("decision-point-failed");
        };
    }

    @Test
    void lateAnswerDecidesNothing() throws Exception {
        fake.answers(Answer.none());

        assertThat(point(fake.url(), 200, Failure.Closed).decide(question(Map.of())))
                .isEqualTo(UNDECIDED);
    }

    /** Each byte arrives in time; only a timeout of the whole answer ends it soon. */
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\nX-Slow: ", "HTTP/1.1 200 OK\r\nContent-Length: 16000\r\n\r\n"})
    void tricklingAnswerTimesOut(String beginning) throws Exception {
        try (var trickle = new TrickledAnswer(beginning)) {
            var url = "http://localhost:%d/v1/call".formatted(trickle.port());

            assertThat(point(url, 2_000, Failure.Closed).decide(question(Map.of())))
                    .isEqualTo(UNDECIDED);
            trickle.awaitClosedByPeer();
        }
    }

    @Test
    void questionsAreCountedByTheirOutcome() throws Exception {
        var open = point(Failure.Open);
        open.decide(question(Map.of()));
        open.decide(question(Map.of()));
        fake.answers(FakeDecisionPoint.DENY);
        open.decide(question(Map.of()));
        fake.answers(Answer.of(500, ""));

        assertThat(open.decide(question(Map.of())))
                .as("the call goes on without an answer of the decision point")
                .isEqualTo(new Decision.Allowed("decision-point-failed"));

        assertThat(metrics.exposition())
                .contains("hyperterse_decisions_total{outcome=\"allowed\"} 2\n")
                .contains("hyperterse_decisions_total{outcome=\"denied\"} 1\n")
                .contains("hyperterse_decisions_total{outcome=\"undecided\"} 1\n")
                .contains("hyperterse_decisions_total{outcome=\"abandoned\"} 0\n")
                .contains("hyperterse_decision_duration_seconds_count 4\n");
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    void settingsDecideDuringAnOutage(Failure failure) throws Exception {
        String url;
        try (var gone = new FakeDecisionPoint()) {
            url = gone.url();
        }

        assertThat(point(url, 20_000, failure).decide(question(Map.of()))).isEqualTo(failed(failure));
    }

    @Test
    void denialHoldsEvenIfFailuresAreOpen() throws Exception {
        fake.answers(FakeDecisionPoint.DENY);

        assertThat(point(Failure.Open).decide(question(Map.of()))).isEqualTo(new Decision.Denied("after-hours"));
    }

    @Test
    void questionsShareAConnection() throws Exception {
        var point = point(Failure.Closed);
        for (var time = 0; time < 20; time++) {
            point.decide(question(Map.of()));
        }

        assertThat(fake.asked().stream().map(Asked::port).distinct()).hasSize(1);
    }

    /** It refuses each id that it knows, and its answer to the first question was lost. */
    @Test
    void questionThatIsSentOnceMoreHasAnotherId() throws Exception {
        fake.answers(_ -> {
            if (fake.asked().size() == 1) {
                throw new IllegalStateException("the connection breaks");
            }
            return FakeDecisionPoint.ALLOW;
        });

        assertThat(point(Failure.Closed).decide(question(Map.of()))).isEqualTo(new Decision.Allowed("in-office"));

        assertThat(fake.asked()).hasSize(2);
        assertThat(fake.asked().stream()
                        .map(asked -> asked.json().get("id").asString())
                        .distinct())
                .hasSize(2);
    }

    @Test
    void concurrentQuestionsAreLimited() throws Exception {
        var open = new AtomicInteger();
        var most = new AtomicInteger();
        var gate = new CountDownLatch(1);
        fake.answers(_ -> {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            wait(gate);
            open.decrementAndGet();
            return FakeDecisionPoint.ALLOW;
        });
        var point = point(Failure.Closed);
        var decisions = IntStream.range(0, HttpDecisionPoint.MOST_AT_ONCE + 20)
                .mapToObj(number -> question(Principal.named("keys", "caller-" + number % 3), Map.of()))
                .map(question -> new FutureTask<>(() -> point.decide(question)))
                .toList();
        var callers = decisions.stream().map(Thread::startVirtualThread).toList();
        while (open.get() < HttpDecisionPoint.MOST_AT_ONCE
                || !callers.stream().allMatch(it -> it.getState() == Thread.State.TIMED_WAITING)) {
            LockSupport.parkNanos(1_000_000);
        }
        gate.countDown();
        for (var decision : decisions) {
            assertThat(decision.get()).isEqualTo(new Decision.Allowed("in-office"));
        }
        assertThat(most).hasValue(HttpDecisionPoint.MOST_AT_ONCE);
    }

    private static void wait(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException over) {
            throw new IllegalStateException(over);
        }
    }

    @Test
    void endOfACallEndsItsQuestion() throws Exception {
        fake.answers(Answer.none());
        var point = point(fake.url(), 30_000, Failure.Open);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(() -> {
                assertThatThrownBy(() -> point.decide(question(Map.of()))).isInstanceOf(InterruptedException.class);
                return true;
            });
            while (fake.asked().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            threads.shutdownNow();
            assertThat(waiting.get()).isTrue();
            assertThat(metrics.exposition())
                    .contains("hyperterse_decisions_total{outcome=\"abandoned\"} 1\n")
                    .contains("hyperterse_decision_duration_seconds_count 0\n");
        }
    }

    private HttpDecisionPoint point(Failure failure) {
        return point(fake.url(), 20_000, failure);
    }

    private HttpDecisionPoint point(String url, long timeoutMillis, Failure failure) {
        var settings = new DecisionSettings(
                url, timeoutMillis, failure, fake.settings(failure).key(), Optional.empty());
        var sender = new QuestionSender(settings, FakeDecisionPoint.KEY, Optional.empty(), () -> NOW);
        return new HttpDecisionPoint(settings, SERVER, sender, permits, DecisionMetrics.of(metrics));
    }

    private static Question question(Map<String, ?> inputs) {
        return question(Principal.ANONYMOUS, inputs);
    }

    private static Question question(Principal principal, Map<String, ?> inputs) {
        return new Question(LeafKind.Tool, "shop", "list-orders", principal, inputs);
    }

    private static String hmac(Asked asked) throws Exception {
        var message = new ByteArrayOutputStream();
        message.writeBytes((asked.header("Hyperterse-timestamp") + ".").getBytes(StandardCharsets.US_ASCII));
        message.writeBytes(asked.body());
        var key = Arrays.copyOf(FakeDecisionPoint.KEY.getBytes(StandardCharsets.US_ASCII), 64);
        var inner = padded(key, 0x36, message.toByteArray());
        return HexFormat.of().formatHex(padded(key, 0x5c, inner));
    }

    private static byte[] padded(byte[] key, int pad, byte[] text) throws Exception {
        var sha = MessageDigest.getInstance("SHA-256");
        for (var octet : key) {
            sha.update((byte) (octet ^ pad));
        }
        return sha.digest(text);
    }
}
