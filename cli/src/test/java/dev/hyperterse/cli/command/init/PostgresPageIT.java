package dev.hyperterse.cli.command.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page for a Postgres of one's own, from its first command to its last: each prints what the page says. */
@ExtendWith(Postgres.class)
@Timeout(180)
class PostgresPageIT {
    private static final Path PAGE = Path.of("..", "docs", "postgres.md");
    private static final Path SCHEMA = Path.of("..", "examples", "postgres", "schema.sql");

    /** Commands, a file or an edit of it, and what is printed then. */
    private static final Pattern STEP = Pattern.compile("(?ms)^```(sh|yaml|diff)\n(.*?)^```$(?:\n\n```\n(.*?)^```$)?");

    private static final Pattern APPENDED = Pattern.compile("echo \"(.*)\" >>(\\S+)");

    private static final Pattern PORT = Pattern.compile("localhost:(\\d+)/");

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>(Map.of("HYPERTERSE_PROGRAM", "./hyperterse"));
    private final Lines printedByDev = new Lines();
    private Optional<Thread> dev = Optional.empty();
    private String port = "8080";
    private Path saved = Path.of("nothing is saved yet");

    @BeforeEach
    void keepItsFilesHere() {
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (dev.isPresent()) {
            dev.get().interrupt();
            dev.get().join();
        }
    }

    @Test
    void everyStepPrintsWhatThePageSays(PostgresDatabase database) throws IOException, InterruptedException {
        database.execute(Files.readString(SCHEMA));
        var steps = STEP.matcher(Files.readString(PAGE)).results().toList();
        assertThat(steps).hasSizeGreaterThan(5);
        for (var step : steps) {
            var expected = Optional.ofNullable(step.group(3)).stream()
                    .flatMap(String::lines)
                    .map(PostgresPageIT::withoutTimes)
                    .toList();
            var printed = take(step.group(1), step.group(2), database);
            if (printed.isEmpty()) {
                expectOfDev(expected, database);
            } else if (!expected.isEmpty()) {
                assertThat(asOnThePage(printed, database).lines()).containsExactlyElementsOf(expected);
            }
        }
    }

    /** @return what the commands print; nothing where {@code dev} prints it */
    private String take(String kind, String block, PostgresDatabase database) throws IOException {
        switch (kind) {
            case "sh" -> {
                return commands(block, database);
            }
            case "yaml" -> {
                saved = folder.resolve(block.lines().findFirst().orElseThrow().replace("# ", ""));
                Files.writeString(saved, block);
            }
            default -> {
                var lines = block.lines().map(line -> line.substring(1)).toList();
                var text = Files.readString(saved);
                assertThat(lines).hasSize(2);
                assertThat(text).contains(lines.getFirst());
                Files.writeString(saved, text.replace(lines.getFirst(), lines.getLast()));
            }
        }
        return "";
    }

    private String commands(String block, PostgresDatabase database) {
        var printed = new ByteArrayOutputStream();
        for (var line : block.lines().toList()) {
            var appended = APPENDED.matcher(line);
            if (appended.matches()) {
                append(folder.resolve(appended.group(2)), appended.group(1) + "\n");
                continue;
            }
            var words = new ArrayList<>(List.of(line.split(" ")));
            switch (words.removeFirst()) {
                case "export" ->
                    environment.put("DATABASE_URL", InitDatabaseIT.address(database, "postgresql", "?sslmode=prefer"));
                case "./hyperterse" -> run(words, printed);
                default -> throw new AssertionError("the page asks for " + line);
            }
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static void append(Path file, String line) {
        try {
            Files.writeString(file, line, StandardOpenOption.APPEND);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private void run(List<String> words, ByteArrayOutputStream printed) {
        words.replaceAll(word ->
                word.equals("shop") ? folder.resolve(word).toString() : word.replace(":8080/", ":" + port + "/"));
        switch (words.getFirst()) {
            case "dev" -> {
                words.addAll(List.of("--port", "0"));
                dev = Optional.of(Thread.ofVirtual().start(() -> execute(words, printedByDev)));
            }
            case "connect" -> {
                words.addAll(List.of("--file", folder.resolve(".mcp.json").toString()));
                assertThat(execute(words, printed)).as(printed::toString).isZero();
            }
            default -> assertThat(execute(words, printed)).as(printed::toString).isZero();
        }
    }

    /** As on a terminal, which {@code --yes} keeps from asking. */
    private int execute(List<String> words, OutputStream printed) {
        var stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        var terminal = new Terminal(new ByteArrayInputStream(new byte[0]), stream, stream, true, environment);
        return CommandTree.of(terminal).execute(words.toArray(String[]::new));
    }

    /** The next lines from the first expected one on; those of calls may come before. */
    private void expectOfDev(List<String> expected, PostgresDatabase database) throws InterruptedException {
        for (var index = 0; index < expected.size(); index++) {
            var line = nextOfDev(database);
            while (index == 0 && !line.equals(expected.getFirst())) {
                line = nextOfDev(database);
            }
            assertThat(line).isEqualTo(expected.get(index));
        }
    }

    private String nextOfDev(PostgresDatabase database) throws InterruptedException {
        var line = printedByDev.take();
        var announced = PORT.matcher(line);
        if (port.equals("8080") && announced.find()) {
            port = announced.group(1);
        }
        return asOnThePage(line, database);
    }

    private String asOnThePage(String printed, PostgresDatabase database) {
        return withoutTimes(printed.replace(folder + "/", "")
                .replace(database.url(), "postgresql://localhost:5432/shop")
                .replace(" as " + database.username(), " as reader")
                .replace("localhost:" + port + "/", "localhost:8080/"));
    }

    private static String withoutTimes(String text) {
        return text.replaceAll("\u001b\\[[0-9;]*m", "")
                .replaceAll("(?m)^\\d\\d:\\d\\d:\\d\\d", "hh:mm:ss")
                .replaceAll("ready in \\d+ ms", "ready")
                .replaceAll("\\bin \\d+ ms", "in N ms");
    }

    /** What is printed, line by line as it comes. */
    private static final class Lines extends OutputStream {
        private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int character) {
            if (character == '\n') {
                ended.add(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else {
                line.write(character);
            }
        }

        String take() throws InterruptedException {
            return ended.take();
        }
    }
}
