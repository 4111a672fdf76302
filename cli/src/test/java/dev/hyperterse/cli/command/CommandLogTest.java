package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.telemetry.logging.LogFormat;
import dev.hyperterse.telemetry.logging.LogOutput;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which log lines a command leaves to its user. Every command sets the level of the whole process. */
@Isolated("another command would set the level between a run and what is asked of it")
class CommandLogTest {
    private static final Logger LOG = LoggerFactory.getLogger(CommandLogTest.class);
    private static final String QUICKSTART =
            Path.of("..", "examples", "quickstart").toString();

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    /** The log of "validate --connect" was JSON, between the lines for people. */
    @ParameterizedTest
    @ValueSource(strings = {"validate", "call", "search"})
    void aCommandWithAResultLogsWarningsOnly(String command) {
        LogOutput.ofThisProcess().level(LogLevel.Info);
        LogOutput.ofThisProcess().format(LogFormat.Json);
        var arguments =
                command.equals("validate") ? command + " " + QUICKSTART : command + " " + QUICKSTART + " low-stock";
        assertSucceeds(arguments.split(" "));
        assertThat(LOG.isInfoEnabled()).isFalse();
        assertThat(LOG.isWarnEnabled()).isTrue();
    }

    /** A database that is away was in the log, and in the result. */
    @Test
    void validateDoesNotLogWhatItsResultSaysOfADatabase() {
        assertSucceeds("validate", QUICKSTART, "--connect");
        assertThat(LOG.isWarnEnabled()).isFalse();
    }

    private void assertSucceeds(String... commandLine) {
        var terminal = new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(written, true, StandardCharsets.UTF_8),
                new PrintStream(written, true, StandardCharsets.UTF_8),
                false,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
        assertThat(CommandTree.of(terminal).execute(commandLine))
                .as(() -> written.toString(StandardCharsets.UTF_8))
                .isZero();
    }
}
