package dev.hyperterse.cli.project;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.cli.connect.RefusedStatements;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import dev.hyperterse.cli.snapshot.StoredObjects;
import dev.hyperterse.cli.validation.CompilerDiagnostics;
import dev.hyperterse.cli.validation.ScriptedCompiler;
import dev.hyperterse.cli.validation.Validation;
import dev.hyperterse.cli.validation.place.Elsewhere;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.Memo;
import dev.hyperterse.compiler.platform.Platform;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.runtime.check.RefusedStatement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory and the server in it. Each compilation knows what the one before gave, as the operator knows what is
 * published: faulty leaves keep their last good version, unchanged ones cost nothing. For one thread.
 */
public final class Project {
    private final ServerChoice choice;
    private final Optional<Platform> platform;
    private final SnapshotReader reader;
    private final StoredObjects stored = new StoredObjects();
    private final ScriptedCompiler scripts = new ScriptedCompiler();
    private final String epoch;
    private Memo memo = Memo.empty();
    private Optional<Catalog> last = Optional.empty();
    private Optional<ManifestSet> manifests = Optional.empty();

    /** @param epoch of the revisions to come; another one in each run */
    public Project(Path directory, ServerChoice choice, String epoch) {
        this(directory, choice, epoch, Optional.empty());
    }

    /** @param platform is merged with the server, as by the operator */
    public Project(Path directory, ServerChoice choice, String epoch, Optional<Platform> platform) {
        this(directory, choice, epoch, platform, System.getenv());
    }

    /** @param shell variables that win over those of the directory */
    public Project(
            Path directory, ServerChoice choice, String epoch, Optional<Platform> platform, Map<String, String> shell) {
        this.choice = choice;
        this.platform = platform;
        this.reader = new SnapshotReader(directory, shell);
        this.epoch = epoch;
    }

    public Compilation compile() {
        var snapshot = reader.read().on(platform);
        manifests = Optional.of(snapshot.manifests());
        var completed = stored.after(snapshot);
        return switch (choice.among(completed.objects().servers(), snapshot.hasErrors())) {
            case ServerChoice.Chosen.NoneFits(var explanation) ->
                new Compilation.Nothing(explanation, snapshot.diagnostics());
            case ServerChoice.Chosen.One(var server) -> compile(snapshot, completed, server);
        };
    }

    /** Where the files are that the last compilation read. */
    public Set<Path> folders() {
        return manifests.stream()
                .flatMap(read -> read.files().stream())
                .map(Path::getParent)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /** The answers of a database about statements of the last catalog, at their places in the last reading. */
    public List<Diagnostic> refused(List<RefusedStatement> statements) {
        return manifests
                .flatMap(read -> last.map(catalog -> new RefusedStatements(read, catalog).diagnostics(statements)))
                .orElseGet(List::of);
    }

    /** Where the objects of the last reading begin. */
    public Map<ObjectKey, Place> places() {
        return manifests.stream()
                .flatMap(read -> read.manifests().stream())
                .collect(Collectors.toMap(Manifest::key, Manifest::place, (first, _) -> first));
    }

    /** The names that clients know the tools of the last reading by, served or not, without those of an API or another server. */
    public Set<String> tools() {
        return manifests.stream()
                .flatMap(read -> read.of(ManifestKind.TOOL).stream())
                .filter(tool -> !bringsMany(tool.spec()))
                .map(Manifest::publicName)
                .collect(Collectors.toSet());
    }

    private static boolean bringsMany(Map<?, ?> tool) {
        return tool.containsKey("openapi")
                || tool.get("mcp") instanceof Map<?, ?> other && other.containsKey("definitions");
    }

    /** The servers of the last reading, as {@code --server} takes them. */
    public List<String> servers() {
        return manifests.stream()
                .flatMap(read -> read.of(ManifestKind.SERVER).stream())
                .map(server -> server.key().namespace() + "/" + server.key().name())
                .sorted()
                .toList();
    }

    private Compilation compile(Snapshot snapshot, StoredObjects.Completed completed, HyperterseServer server) {
        var inputs = completed
                .objects()
                .inputs(server)
                .withPublished(last.map(Published::of).orElseGet(Published::nothing));
        var compiled = scripts.compile(inputs, memo);
        memo = compiled.memo();
        var diagnostics = new ArrayList<>(snapshot.diagnostics());
        diagnostics.addAll(CompilerDiagnostics.diagnostics(snapshot, compiled, Elsewhere.POSSIBLE));
        diagnostics.addAll(Validation.unnoticed(snapshot, List.of(), Elsewhere.POSSIBLE));
        diagnostics.sort(Diagnostic.ORDER);
        if (!compiled.publishable()) {
            return new Compilation.Nothing("the server has nothing that could be served safely", diagnostics);
        }
        last = Optional.of(catalog(compiled));
        return new Compilation.Compiled(last.get(), kept(compiled, completed.survivors()), diagnostics);
    }

    /** The same catalog as before, the very object, when nothing that is served differs. */
    private Catalog catalog(CompiledServer compiled) {
        var sequence = last.map(catalog -> catalog.revision().sequence()).orElse(0L) + 1;
        var revision = Revision.counted(epoch, sequence);
        var values = compiled.valueSet(last.map(Catalog::values).orElseGet(ValueSet::empty), revision.position());
        var next = compiled.toCatalog(revision, values);
        return last.filter(catalog -> sameContent(catalog, next)).orElse(next);
    }

    private static boolean sameContent(Catalog one, Catalog other) {
        return one.server().equals(other.server())
                && one.leaves().equals(other.leaves())
                && one.values().equals(other.values());
    }

    /** Of all that is faulty: the definition, its manifest, or the file that it is in. */
    private static List<String> kept(CompiledServer compiled, Set<ObjectKey> survivors) {
        var faulty = compiled.results().entrySet().stream()
                .filter(result -> result.getValue() instanceof EvaluationResult.KeepLastGood)
                .map(result -> result.getKey().display());
        return Stream.concat(faulty, survivors.stream().map(key -> key.subject().toString()))
                .distinct()
                .sorted()
                .toList();
    }
}
