package dev.hyperterse.cli.command.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Changes that a running server announces are printed, in the era that it speaks. */
@Timeout(120)
class WatchTest {
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-01-01T12:00:00Z"), ZoneOffset.UTC);
    private static final String HOURS = "shop://opening-hours";

    @TempDir
    private Path folder;

    private final Lines out = new Lines();
    private final Lines err = new Lines();
    private final List<Thread> watching = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (var thread : watching) {
            thread.interrupt();
            thread.join();
        }
    }

    @Test
    void changesOfARunningDirectoryArePrinted() throws Exception {
        try (var shop = shop()) {
            watch(shop.url(), PrintFormat.TEXT, HOURS);
            err.await("12:00:00  watching %s: 2 tools, 1 prompt, 3 resources; Control-C ends it".formatted(shop.url()));
            edit(shop, "prompts-and-resources.yaml", "title: Opening hours", "title: When we are open");
            out.await("12:00:00  resources: ~ " + HOURS);
            edit(shop, "prompts-and-resources.yaml", "name: answer-customer", "name: reply");
            out.await("12:00:00  prompts: + reply, - answer-customer");
            edit(shop, "prompts-and-resources.yaml", "Monday to Friday", "Sunday");
            out.await("12:00:00  resource: ~ " + HOURS);
            // A tool that only a search finds is in no list, and in what the search says of itself.
            edit(shop, "tools.yaml", "the details of one order", "Every item of an order");
            out.await("12:00:00  tools: ~ search");
        }
    }

    @Test
    void linesOfJsonAreForPrograms() throws Exception {
        try (var shop = shop()) {
            watch(shop.url(), PrintFormat.JSON, HOURS);
            err.await("watching");
            edit(shop, "prompts-and-resources.yaml", "name: answer-customer", "name: reply");
            assertThat(JsonMapper.shared().readTree(out.await("prompts")))
                    .isEqualTo(JsonMapper.shared().readTree("""
                            {"time": "2026-01-01T12:00:00Z", "list": "prompts",
                             "added": ["reply"], "removed": ["answer-customer"], "changed": []}"""));
            edit(shop, "prompts-and-resources.yaml", "Monday to Friday", "Sunday");
            assertThat(JsonMapper.shared()
                            .readTree(out.await("\"resource\""))
                            .path("resource")
                            .asString())
                    .isEqualTo(HOURS);
        }
    }

    /** A change that was saved meanwhile is printed, too. */
    @Test
    void lostConnectionIsSaidAndOpenedAgain() throws Exception {
        var port = 0;
        URI url;
        try (var shop = shop()) {
            url = shop.url();
            port = url.getPort();
            watch(url, PrintFormat.TEXT);
            err.await("watching");
        }
        err.await("the stream of %s has ended; connecting again".formatted(url));
        err.await("no server listens there");
        var directory = folder.resolve("quickstart");
        var file = directory.resolve("prompts-and-resources.yaml");
        Files.writeString(file, Files.readString(file).replace("name: answer-customer", "name: reply"));
        try (var again = Quickstart.serve(directory, folder.resolve("cache"), port)) {
            err.await("connected again");
            out.await("prompts: + reply, - answer-customer");
            assertThat(again.url()).isEqualTo(url);
        }
    }

    @Test
    void serverWithSessionsOnlyIsWatched() throws Exception {
        try (var server = new SessionServer()) {
            watch(server.url(), PrintFormat.TEXT, "file://a");
            err.await("watching %s: 1 tool, 0 prompts, 0 resources".formatted(server.url()));
            server.rename("new");
            server.announce("tools/list_changed", "{}");
            out.await("tools: + new, - old");
            server.announce("tools/list_changed", "{}");
            out.await("tools: announced; the list is the same");
            server.announce("resources/updated", "{\"uri\":\"file://a\"}");
            out.await("resource: ~ file://a");
        }
    }

    @Test
    void resourceThatIsNotAnnouncedEndsTheStart() throws Exception {
        try (var shop = shop()) {
            assertThat(failure(shop.url(), "shop://nothing"))
                    .contains("announces no changes of shop://nothing; 'hyperterse read");
        }
        try (var server = new SessionServer()) {
            assertThat(failure(server.url(), "file://b")).contains("announces no changes of file://b");
        }
    }

    @Test
    void brokenAnswerDoesNotEndARunningWatch() throws Exception {
        try (var server = new SessionServer()) {
            watch(server.url(), PrintFormat.TEXT);
            err.await("watching");
            server.end(true);
            assertThat(err.await("no MCP server answers at")).endsWith("; trying again");
            server.mend();
            err.await("connected again");
        }
    }

    @Test
    void sessionOfAnEndedStreamIsEnded() throws Exception {
        try (var server = new SessionServer()) {
            watch(server.url(), PrintFormat.TEXT);
            err.await("watching");
            // That of the list.
            assertThat(server.received()).isEqualTo("DELETE one");
            server.end(false);
            err.await("connected again");
            assertThat(server.received()).isEqualTo("DELETE one");
            assertThat(server.received()).isEqualTo("DELETE one");
        }
    }

    @Test
    void pingOfTheServerIsAnswered() throws Exception {
        try (var server = new SessionServer()) {
            watch(server.url(), PrintFormat.TEXT);
            err.await("watching");
            assertThat(server.received()).isEqualTo("DELETE one");
            server.ping();
            assertThat(server.received()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"p1\",\"result\":{}}");
        }
    }

    @Test
    void nameOfAServerForgesNoLine() throws Exception {
        try (var server = new SessionServer()) {
            watch(server.url(), PrintFormat.TEXT);
            err.await("watching");
            server.rename("a\\n12:00:01  tools: + b");
            server.announce("tools/list_changed", "{}");
            assertThat(out.await("tools")).isEqualTo("12:00:00  tools: + a 12:00:01 tools: + b, - old");
        }
    }

    @Test
    void eventWithoutEndIsNotKept() throws Exception {
        try (var server = new SessionServer()) {
            watch(server.url(), PrintFormat.TEXT);
            err.await("watching");
            server.announce("resources/updated", "{\"uri\":\"" + "a".repeat(5 * 1024 * 1024) + "\"}");
            err.await("the server sends an event of more than 4 MiB; trying again");
        }
    }

    /** As of {@code head -1}. */
    @Test
    void closedOutputEndsIt() throws Exception {
        try (var server = new SessionServer()) {
            server.announce("resources/updated", "{\"uri\":\"file://a\"}");
            var closed = new PrintStream(new OutputStream() {
                @Override
                public void write(int character) throws IOException {
                    throw new IOException("Broken pipe");
                }
            });
            var terminal = new Terminal(new ByteArrayInputStream(new byte[0]), closed, err.stream(), false, Map.of());
            of(server.url(), PrintFormat.JSON, terminal).run();
            assertThat(err.await("watching")).contains("1 tool");
        }
    }

    @Test
    void pathWithoutAServerIsSaidWithThatOfHyperterse() throws Exception {
        try (var server = new SessionServer()) {
            assertThat(failure(server.url().resolve("/other")))
                    .contains("it begins no session (HTTP 404); the path of Hyperterse is /mcp: " + server.url());
        }
    }

    private String failure(URI url, String... resources) throws InterruptedException {
        try {
            of(url, PrintFormat.TEXT, resources).run();
            throw new AssertionError("it watches");
        } catch (CommandFailure failure) {
            return failure.getMessage();
        }
    }

    private void watch(URI url, PrintFormat format, String... resources) {
        watching.add(Thread.ofVirtual().start(() -> {
            try {
                of(url, format, resources).run();
            } catch (InterruptedException ended) {
                // As by Control-C.
            } catch (RuntimeException failed) {
                err.lines.add(failed.toString());
            }
        }));
    }

    private Watch of(URI url, PrintFormat format, String... resources) {
        return of(
                url,
                format,
                new Terminal(new ByteArrayInputStream(new byte[0]), out.stream(), err.stream(), false, Map.of()),
                resources);
    }

    private static Watch of(URI url, PrintFormat format, Terminal terminal, String... resources) {
        return new Watch(
                new WatchedServer.AtUrl(url),
                Map.of(),
                List.of(resources),
                format,
                terminal,
                NOON,
                Duration.ofMillis(5));
    }

    private Quickstart shop() throws IOException {
        return Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"));
    }

    private static void edit(Quickstart shop, String file, String from, String to) throws IOException {
        var text = Files.readString(shop.file(file));
        assertThat(text).contains(from);
        Files.writeString(shop.file(file), text.replace(from, to));
    }

    /** The printed lines, as they come. */
    private static final class Lines {
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        PrintStream stream() {
            return new PrintStream(
                    new OutputStream() {
                        private final StringBuilder line = new StringBuilder();

                        @Override
                        public synchronized void write(int character) {
                            if (character == '\n') {
                                lines.add(line.toString());
                                line.setLength(0);
                            } else {
                                line.append((char) character);
                            }
                        }
                    },
                    true,
                    StandardCharsets.UTF_8);
        }

        /** The next line that contains a text; those before it are passed over. */
        String await(String text) throws InterruptedException {
            var passed = new ArrayList<String>();
            while (true) {
                var line = lines.poll(60, TimeUnit.SECONDS);
                assertThat(line).as("'%s' behind %s", text, passed).isNotNull();
                if (line.contains(text)) {
                    return line;
                }
                passed.add(line);
            }
        }
    }
}
