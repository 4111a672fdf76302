package dev.hyperterse.cli.init.read;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.client.LocalConnection;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.PassingFolder;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A database behind a replica of this process, read by tools. Its manifests are in a folder of their own that only this
 * user can read, and that is gone once they are compiled: a password may stand there.
 */
public final class ServedTools implements AutoCloseable {
    private final LocalConnection connection;

    private ServedTools(LocalConnection connection) {
        this.connection = connection;
    }

    /**
     * @param files manifests of a server and its tools
     * @param data where files of databases are
     */
    public static ServedTools serve(Map<String, String> files, Path data, String version) {
        var keys = KeyRing.random();
        var settings = new ReplicaSettings(data, data, () -> keys, true, Handover.standard());
        var replica = new Replica(compiled(files), settings, Observation.begin());
        var connection = new LocalConnection(replica, Answers.NONE, version);
        // A call would say only that the database is not there.
        var refused = refused(replica);
        if (refused.isPresent()) {
            connection.close();
            throw new UnreadableDatabase(refused.get());
        }
        return new ServedTools(connection);
    }

    /** The catalog of manifests that are on the disk no longer than this takes. */
    public static Catalog compiled(Map<String, String> files) {
        return PassingFolder.with(files, ServedTools::compiled);
    }

    private static Catalog compiled(Path manifests) {
        return switch (new Project(manifests, new ServerChoice(Optional.empty()), "init", Optional.empty(), Map.of())
                .compile()) {
            case Compilation.Nothing nothing ->
                throw new UnreadableDatabase(nothing.diagnostics().stream()
                        .findFirst()
                        .map(problem -> problem.message() + "; " + problem.remedy())
                        .orElse(nothing.explanation()));
            case Compilation.Compiled compiled -> compiled.catalog();
        };
    }

    private static Optional<String> refused(Replica replica) {
        return replica.adapters().live().values().stream()
                .map(LiveAdapter::probe)
                .filter(state -> state.status() == AdapterState.Status.DOWN)
                .map(state -> state.message().orElse("the database cannot be reached"))
                .findFirst();
    }

    /** The rows of an answer. @throws UnreadableDatabase when there is none */
    public List<JsonNode> rows(String tool, Map<String, Object> arguments) {
        return switch (connection.call(tool, arguments)) {
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
}
