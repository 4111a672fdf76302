package dev.hyperterse.telemetry.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.server.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.NOPLoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;
import tools.jackson.databind.json.JsonMapper;

class LogOutputTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final LogOutput output = new LogOutput(new PrintStream(written, true, StandardCharsets.UTF_8));

    @Test
    void anEventIsOneLineOfJson() {
        output.getLogger("dev.hyperterse.x")
                .atInfo()
                .addKeyValue("adapter", "ware\"house")
                .addKeyValue("attempt", 3)
                .setCause(new IllegalStateException("line one\nline two"))
                .log("adapter {} is back", "warehouse");
        var lines = text().lines().toList();
        assertThat(lines).hasSize(1);
        var event = JsonMapper.shared().readTree(lines.getFirst());
        assertThat(event.get("level").asString()).isEqualTo("info");
        assertThat(event.get("message").asString()).isEqualTo("adapter warehouse is back");
        assertThat(event.get("adapter").asString()).isEqualTo("ware\"house");
        assertThat(event.get("attempt").asInt()).isEqualTo(3);
        assertThat(event.get("error").asString()).startsWith("java.lang.IllegalStateException: line one\nline two");
    }

    /** Another thread may be the first to log: until SLF4J has started there, this one gets a stand-in. */
    @Test
    void theOutputIsKnownWhileSlf4jStartsElsewhere() {
        assertThat(LogOutput.among(new SubstituteLoggerFactory())).isSameAs(LogOutput.ofThisProcess());
        assertThatThrownBy(() -> LogOutput.among(new NOPLoggerFactory()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another SLF4J provider");
    }

    @Test
    void aTerminalGetsNoStack() {
        output.format(LogFormat.Plain);
        output.getLogger("dev.hyperterse.x").warn("cannot connect", new IllegalStateException("refused"));
        assertThat(text())
                .matches("\\d\\d:\\d\\d:\\d\\d WARN  cannot connect: java.lang.IllegalStateException: refused\n");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T10:00:00Z,           2026-01-01T10:00:00.000000Z, 10:00:00",
        "2026-01-01T10:01:00.5Z,         2026-01-01T10:01:00.500000Z, 10:01:00",
        "2026-01-01T10:01:02.000000999Z, 2026-01-01T10:01:02.000000Z, 10:01:02",
    })
    void timesHaveOneLength(Instant time, String inJson, String atATerminal) {
        var event = new LogEvent(time, Level.INFO, "x", "text", Map.of(), Optional.empty());
        assertThat(JsonMapper.shared()
                        .readTree(LogFormat.Json.line(event))
                        .get("time")
                        .asString())
                .isEqualTo(inJson);
        assertThat(TimeOfDay.of(Clock.fixed(time, ZoneOffset.UTC))).isEqualTo(atATerminal);
    }

    /** A person at a terminal is told what matters by this product itself. */
    @ParameterizedTest
    @CsvSource({
        "Info,  com.zaxxer.hikari.X,      false",
        "Info,  io.helidon.webserver.X,   false",
        "Debug, io.helidon.webserver.X,   true",
        "Info,  dev.hyperterse.runtime.X, true"
    })
    void aTerminalGetsNoErrorsOfLibraries(LogLevel level, String logger, boolean wanted) {
        output.format(LogFormat.Plain);
        output.level(level);
        output.getLogger(logger).error("Request failed");
        assertThat(text().contains("Request failed")).isEqualTo(wanted);
    }

    @Test
    void aTerminalIsNotSteeredByWhatIsLogged() {
        output.format(LogFormat.Plain);
        output.getLogger("dev.hyperterse.x")
                .atWarn()
                .addKeyValue("tool", "a\u001b[2J\n12:00:00 forged")
                .log("refused");
        assertThat(text()).endsWith("refused tool=a\uFFFD[2J\n    12:00:00 forged\n");
    }

    @Test
    void nullsInAnEventCostNothingButTheirText() {
        output.getLogger("dev.hyperterse.x")
                .atInfo()
                .addKeyValue("key", (Object) null)
                .log((String) null);
        assertThat(text()).contains("\"message\":\"null\"", "\"key\":\"null\"");
    }

    @ParameterizedTest
    @CsvSource({
        "Info, dev.hyperterse.runtime.X, INFO, true",
        "Info, dev.hyperterse.runtime.X, DEBUG, false",
        "Info, com.zaxxer.hikari.X, INFO, false",
        "Info, com.zaxxer.hikari.X, WARN, true",
        "Info, io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils, WARN, false",
        "Debug, io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils, WARN, true",
        "Info, io.fabric8.kubernetes.client.jdkhttp.JdkWebSocketImpl, WARN, false",
        "Info, io.fabric8.kubernetes.client.jdkhttp.JdkWebSocketImpl, ERROR, true",
        "Info, io.javaoperatorsdk.operator.processing.event.EventProcessor, WARN, false",
        "Info, io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector, WARN, true",
        "Debug, com.zaxxer.hikari.X, DEBUG, true",
        "Warn, dev.hyperterse.runtime.X, INFO, false",
        "Error, com.zaxxer.hikari.X, WARN, false",
        "Error, com.zaxxer.hikari.X, ERROR, true",
    })
    void theLevelDecides(LogLevel threshold, String logger, Level level, boolean written) {
        output.level(threshold);
        assertThat(output.wants(logger, level)).isEqualTo(written);
    }

    /** An informer that lists while its client is closed meets threads that take no more work, or a client without any. */
    @Test
    void callsOfAClosedKubernetesClientAreNotLogged() {
        var ending = new CompletionException(new RejectedExecutionException("terminated"));
        var closed = new CompletionException(new IllegalStateException("Client already closed"));
        var library = output.getLogger("io.fabric8.kubernetes.client.informers.impl.cache.Reflector");
        library.warn("will retry", ending);
        library.warn("will retry", closed);
        assertThat(text()).isEmpty();

        library.warn("is a fault", new CompletionException(new IllegalStateException("Client is broken")));
        output.getLogger("com.zaxxer.hikari.X").warn("will retry", closed);
        assertThat(text()).contains("is a fault", "will retry");
    }

    /** The operator reports an outage once; its client logs every attempt with a stack. */
    @ParameterizedTest
    @CsvSource({
        "Info,  io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector, true,  false",
        "Info,  io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector, false, true",
        "Debug, io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector, true,  true",
        "Info,  dev.hyperterse.operator.X,                                          true,  true",
        "Info,  com.zaxxer.hikari.X,                                                true,  true",
    })
    void attemptsOfTheKubernetesClientInAnOutageAreNotLogged(
            LogLevel threshold, String logger, boolean unreachable, boolean written) {
        output.level(threshold);
        var cause = unreachable ? new IOException(new ConnectException()) : new IllegalStateException("forbidden");
        output.getLogger(logger).warn("cannot renew", new IllegalStateException("Operation: [get] failed", cause));
        assertThat(text().contains("cannot renew")).isEqualTo(written);
    }

    @Test
    void loggersFollowALevelThatChangesLater() {
        var logger = output.getLogger("dev.hyperterse.x");
        output.level(LogLevel.Error);
        logger.info("quiet");
        output.level(LogLevel.Debug);
        logger.debug("loud");
        assertThat(text()).contains("loud").doesNotContain("quiet");
    }

    @Test
    void theWholeProcessLogsHere() {
        assertThat(LoggerFactory.getILoggerFactory()).isInstanceOf(LogOutput.class);
        assertThat(System.LoggerFinder.getLoggerFinder()).isInstanceOf(SystemLoggers.class);
        assertThat(System.getLogger("dev.hyperterse.x").isLoggable(System.Logger.Level.INFO))
                .isTrue();
        assertThat(System.getProperty("java.util.logging.config.class")).isEqualTo(JavaLoggingBridge.class.getName());
    }

    @Test
    void theBridgeReplacesWhateverJavaLoggingHadBefore() {
        // JUnit itself initialised java.util.logging before SLF4J was asked for, so the bridge is created by hand here.
        new JavaLoggingBridge();
        assertThat(java.util.logging.Logger.getLogger("").getHandlers())
                .singleElement()
                .satisfies(handler ->
                        assertThat(handler.getClass().getEnclosingClass()).isEqualTo(JavaLoggingBridge.class));
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
