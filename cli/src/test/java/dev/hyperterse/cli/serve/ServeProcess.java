package dev.hyperterse.cli.serve;

import dev.hyperterse.cli.Hyperterse;
import dev.hyperterse.testbed.ClassArchive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A process of {@code hyperterse serve} on free loopback ports, and the lines of its log. */
public final class ServeProcess implements AutoCloseable {
    /** On Linux, tests may run below nohup themselves, whose children ignore the signal. */
    private static final List<String> HEARING_HANGUPS =
            System.getProperty("os.name").equals("Linux") ? List.of("env", "--default-signal=HUP") : List.of();

    private final Process process;
    private final LinkedBlockingQueue<JsonNode> lines = new LinkedBlockingQueue<>();
    private final JsonNode ready;

    private ServeProcess(Process process) throws IOException, InterruptedException {
        this.process = process;
        Thread.ofVirtual().name("log of serve").start(() -> process.errorReader(StandardCharsets.UTF_8)
                .lines()
                .map(JsonMapper.shared()::readTree)
                .forEach(lines::add));
        this.ready = await("ready");
    }

    public static ServeProcess start(Path directory, Path state, String... options)
            throws IOException, InterruptedException {
        return new ServeProcess(process(directory, state, options));
    }

    /** One that the shell starts as nohup does. */
    static ServeProcess startIgnoringHangups(Path directory, Path state) throws IOException, InterruptedException {
        return new ServeProcess(process(List.of("sh", "-c", "trap '' HUP; exec \"$@\"", "sh"), directory, state));
    }

    /** One that is expected to end by itself. */
    static Process process(Path directory, Path state, String... options) throws IOException {
        return process(HEARING_HANGUPS, directory, state, options);
    }

    private static Process process(List<String> launcher, Path directory, Path state, String... options)
            throws IOException {
        var archive = ClassArchive.ofThisJvm();
        var command = new ArrayList<>(launcher);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(archive.options());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                archive.classPath(),
                Hyperterse.class.getName(),
                "serve",
                directory.toString(),
                "--state",
                state.toString()));
        Stream.of(options).forEach(command::add);
        if (!command.contains("--listen")) {
            command.addAll(List.of("--listen", "127.0.0.1:0"));
        }
        command.addAll(List.of("--admin", "127.0.0.1:0"));
        return new ProcessBuilder(command).start();
    }

    public int port() {
        return ready.path("port").intValue();
    }

    int adminPort() {
        return ready.path("adminPort").intValue();
    }

    /** The next line of that event; those before it are passed over. */
    JsonNode await(String event) throws InterruptedException {
        while (true) {
            var line = lines.poll(60, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("no line of the event " + event);
            }
            if (line.path("event").stringValue("").equals(event)) {
                return line;
            }
        }
    }

    void signal(String name) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("kill ended with " + kill.exitValue());
        }
    }

    /** Ends it as a service manager does, and returns its exit code. */
    int end() throws IOException, InterruptedException {
        signal("TERM");
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
