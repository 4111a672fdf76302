package dev.hyperterse.cli;

import dev.hyperterse.cli.client.RemoteConnection;
import dev.hyperterse.cli.dev.DevReport;
import dev.hyperterse.cli.dev.DevServer;
import dev.hyperterse.cli.dev.DevSettings;
import dev.hyperterse.cli.diagnostics.OutputFormat;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.json.JsonMapper;

/** A {@code dev} on a free port that is searched and called once, and stopped. */
final class RehearsedServer {
    private final DevSettings settings;

    RehearsedServer(Path directory, Path cache) {
        this.settings = new DevSettings(
                directory,
                new ServerChoice(Optional.empty()),
                0,
                OptionalInt.of(0),
                false,
                cache,
                List.of("hyperterse"));
    }

    void run(String tool, String inputs) throws IOException {
        var report = new DevReport(
                new PrintStream(OutputStream.nullOutputStream()), new OutputFormat.Text(false), Clock.systemUTC());
        var project = new Project(settings.directory(), settings.choice(), "rehearsal");
        switch (DevServer.start(settings, project, report)) {
            case DevServer.Start.Impossible impossible ->
                throw new IllegalStateException(impossible.compilation().explanation());
            case DevServer.Start.Serving(var server, var compilation) -> {
                try (server) {
                    report.started(compilation);
                    var port = server.open(settings);
                    server.follow();
                    call(URI.create("http://localhost:" + port + "/mcp"), tool, inputs);
                    scrape(server.adminPort().orElseThrow());
                }
            }
        }
    }

    private static void call(URI url, String tool, String inputs) {
        try (var connection = RemoteConnection.open(url, Map.of(), "rehearsal")) {
            connection.inputSchema("execute");
            connection.call("search", Map.of("query", "orders"));
            connection.call(
                    "execute",
                    Map.of("tool", tool, "inputs", JsonMapper.shared().readTree(inputs)));
        }
    }

    private static void scrape(int port) throws IOException {
        try (var page =
                URI.create("http://localhost:" + port + "/metrics").toURL().openStream()) {
            page.readAllBytes();
        }
    }
}
