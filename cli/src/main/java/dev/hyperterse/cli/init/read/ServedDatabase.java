package dev.hyperterse.cli.init.read;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.client.LocalConnection;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A database behind a replica of this process, whose only tool runs SQL. Its manifests are in a folder of their own that
 * only this user can read, and that is gone once they are compiled: a password may stand there.
 */
public final class ServedDatabase implements Database, AutoCloseable {
    private static final String TOOL = "read-catalog";
    private static final String TOOLS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: read-catalog}
            spec:
              serverRefs: [{name: %s}]
              result: {maxRows: 1000000, overflow: Fail}
              builtin: {tool: ExecuteSql, adapter: database}
            """;

    private final LocalConnection connection;

    private ServedDatabase(LocalConnection connection) {
        this.connection = connection;
    }

    /**
     * @param server its name
     * @param files manifests of a server whose adapter {@code database} allows SQL
     * @param data where files of databases are
     */
    public static ServedDatabase serve(String server, Map<String, String> files, Path data, String version) {
        try {
            // Temporary directories are of their owner alone.
            var manifests = Files.createTempDirectory("hyperterse-init");
            try {
                for (var file : files.entrySet()) {
                    Files.writeString(manifests.resolve(file.getKey()), file.getValue());
                }
                Files.writeString(manifests.resolve("tools.yaml"), TOOLS.formatted(server));
                return new ServedDatabase(connect(manifests, data, version));
            } finally {
                delete(manifests);
            }
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static LocalConnection connect(Path manifests, Path data, String version) {
        return switch (new Project(manifests, new ServerChoice(Optional.empty()), "init", Optional.empty(), Map.of())
                .compile()) {
            case Compilation.Nothing nothing ->
                throw new UnreadableDatabase(nothing.diagnostics().stream()
                        .findFirst()
                        .map(problem -> problem.message() + "; " + problem.remedy())
                        .orElse(nothing.explanation()));
            case Compilation.Compiled compiled -> {
                var keys = KeyRing.random();
                var settings = new ReplicaSettings(data, data, () -> keys, true, Handover.standard());
                var replica = new Replica(compiled.catalog(), settings, Observation.begin());
                var connection = new LocalConnection(replica, Answers.NONE, version);
                // A call would say only that the database is not there.
                var refused = refused(replica);
                if (refused.isPresent()) {
                    connection.close();
                    throw new UnreadableDatabase(refused.get());
                }
                yield connection;
            }
        };
    }

    private static Optional<String> refused(Replica replica) {
        return replica.adapters().live().values().stream()
                .map(LiveAdapter::probe)
                .filter(state -> state.status() == AdapterState.Status.DOWN)
                .map(state -> state.message().orElse("the database cannot be reached"))
                .findFirst();
    }

    @Override
    public List<JsonNode> rows(String sql) {
        return switch (connection.call(TOOL, Map.of("sql", sql))) {
            case ToolAnswer.Refused refused -> throw new UnreadableDatabase(refused.message());
            case ToolAnswer.Result result when result.isError() -> throw new UnreadableDatabase(result.text());
            case ToolAnswer.Result result ->
                ExactJson.mapper().readTree(result.text()).valueStream().toList();
        };
    }

    @Override
    public void close() {
        connection.close();
    }

    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException remains) {
            throw new UncheckedIOException(remains);
        }
    }
}
