package dev.hyperterse.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class CallAuditTest {
    /** Would end the line, add a member and colour a terminal, were it written as it is. */
    private static final String HOSTILE =
            "ac\"me\n{\"audit\":\"call\",\"subject\":\"root\"}\r\u2028\u0085\u001b[31m\u202e\\";

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-23T08:00:00Z"));

    private final MetricRegistry metrics = new MetricRegistry();

    @Test
    void noClaimEndsTheLineOrAddsAMember() {
        var out = new ByteArrayOutputStream();

        audit(new AuditLog(out, metrics)).record(of(HOSTILE));

        var line = out.toString(StandardCharsets.UTF_8);
        assertThat(line).matches("[\\x20-\\x7e]*\n");
        assertThat(JsonMapper.shared().readTree(line).at("/subject").asString()).isEqualTo(HOSTILE);
        assertThat(JsonMapper.shared().readTree(line).at("/plugin").asString()).isEqualTo("sso");
    }

    /** Every character there is, and texts that are no Unicode. */
    @Test
    void everyCharacterIsEscapedIntoOneLineOfPrintableAscii() {
        for (var first = 0; first <= Character.MAX_VALUE; first += 64) {
            var text = new StringBuilder("a");
            for (var next = first; next < first + 64; next++) {
                text.append((char) next).append(next % 2 == 0 ? "" : "\\u00");
            }
            var out = new ByteArrayOutputStream();

            audit(new AuditLog(out, new MetricRegistry())).record(of(text.toString()));

            var line = out.toString(StandardCharsets.UTF_8);
            assertThat(line).matches("[\\x20-\\x7e]*\n");
            assertThat(JsonMapper.shared().readTree(line).at("/subject").asString())
                    .isEqualTo(text.toString());
        }
    }

    @Test
    void truncatedTextEndsWithAWholeCharacter() {
        var out = new ByteArrayOutputStream();

        audit(new AuditLog(out, metrics)).record(of("a".repeat(255) + "\ud83d\ude00".repeat(2)));

        assertThat(JsonMapper.shared()
                        .readTree(out.toString(StandardCharsets.UTF_8))
                        .at("/subject")
                        .asString())
                .isEqualTo("a".repeat(255) + "[259 characters]");
    }

    /** A line of dev and its console show the same arguments. */
    @Test
    void argumentsAreRedactedOnce() {
        var json = "{\"apiKey\":\"k\"}".getBytes(StandardCharsets.UTF_8);
        var shown = new ShownArguments(new JsonSpan(json, 0, json.length));

        assertThat(shown.tree()).hasToString("{\"apiKey\":\"[redacted]\"}").isSameAs(shown.tree());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1234567890123456789", "12345678901234567890.5", "1E+999"})
    void numbersOfArgumentsAreShownAsTheyWereSent(String number) {
        var out = new ByteArrayOutputStream();
        var json = ("{\"amount\":" + number + "}").getBytes(StandardCharsets.UTF_8);

        audit(new AuditLog(out, metrics)).record(of("ann", Optional.of(new JsonSpan(json, 0, json.length))));

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"arguments\":{\"amount\":" + number + "}");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-23T08:00:00Z,           2026-11-23T08:00:00.000000Z",
        "2026-11-23T08:00:00.000001999Z, 2026-11-23T08:00:00.000001Z",
        "2026-11-23T08:00:00.5Z,         2026-11-23T08:00:00.500000Z",
        "2026-11-23T08:00:01.999999999Z, 2026-11-23T08:00:01.999999Z",
        "2026-11-23T07:59:59.12Z,        2026-11-23T07:59:59.120000Z",
        "1970-01-01T00:00:00Z,           1970-01-01T00:00:00.000000Z",
        "1969-12-31T23:59:59.25Z,        1969-12-31T23:59:59.250000Z"
    })
    void timesHaveMicroseconds(Instant time, String shown) {
        var times = new RecordTimes();
        times.text(Instant.parse("2026-11-23T08:00:00.7Z"));

        assertThat(times.text(time)).isEqualTo(shown);
        assertThat(times.text(time)).isEqualTo(shown);
    }

    @Test
    void failedOutputEndsNoCall() {
        var log = new AuditLog(
                new OutputStream() {
                    @Override
                    public void write(int single) throws IOException {
                        throw new IOException("closed");
                    }
                },
                metrics);

        audit(log).record(of("ann"));
        audit(log).record(of("ann"));

        assertThat(metrics.exposition())
                .contains("hyperterse_audit_lines_total{outcome=\"lost\"} 2\n")
                .contains("hyperterse_audit_lines_total{outcome=\"written\"} 0\n");
    }

    @Test
    void callsBlockedByASlowOutputAreCounted() throws Exception {
        var begun = new CountDownLatch(1);
        var goesOn = new CountDownLatch(1);
        var log = new AuditLog(
                new OutputStream() {
                    @Override
                    public void write(int single) {
                        begun.countDown();
                        try {
                            goesOn.await();
                        } catch (InterruptedException over) {
                            Thread.currentThread().interrupt();
                        }
                    }
                },
                metrics);
        var audit = audit(log);
        var first = Thread.startVirtualThread(() -> audit.record(of("ann")));
        begun.await();
        var second = Thread.startVirtualThread(() -> audit.record(of("bob")));
        while (!metrics.exposition().contains("hyperterse_audit_lines_waiting 1.0\n")) {
            LockSupport.parkNanos(1_000_000);
        }
        goesOn.countDown();
        first.join();
        second.join();

        assertThat(metrics.exposition())
                .contains("hyperterse_audit_lines_waiting 0.0\n")
                .contains("hyperterse_audit_lines_total{outcome=\"written\"} 2\n");
    }

    /** Records are written one after the other, so a caller must not choose the length of one. */
    @Test
    void longSubjectsAreTruncated() {
        var out = new ByteArrayOutputStream();

        audit(new AuditLog(out, metrics)).record(of("\u0000".repeat(1_000_000)));

        assertThat(out.size()).isLessThan(4_096);
        assertThat(JsonMapper.shared()
                        .readTree(out.toByteArray())
                        .at("/subject")
                        .asString())
                .isEqualTo("\u0000".repeat(256) + "[1000000 characters]");
    }

    private static CallAudit audit(AuditLog log) {
        return new CallAudit(log, CLOCK, (time, outcome, span, record) -> {}, CallWatch.NONE);
    }

    private static CallRecord of(String subject) {
        return of(subject, Optional.empty());
    }

    private static CallRecord of(String subject, Optional<JsonSpan> arguments) {
        return new CallRecord(
                new ServerIdentity("shop", "shop", "uid", 1),
                new Revision("epoch", 1, "sha"),
                "tools/call",
                "orders",
                Optional.empty(),
                Principal.named("sso", subject),
                "completed",
                Optional.empty(),
                OptionalInt.of(1),
                Duration.ofMillis(3),
                Optional.empty(),
                arguments.map(ShownArguments::new));
    }
}
