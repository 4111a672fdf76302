package dev.hyperterse.cli.snapshot;

import dev.hyperterse.cli.admission.ManifestAdmission;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestReader;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.validation.place.Located;
import dev.hyperterse.compiler.resolve.grant.Namespaces;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a directory and checks its manifests, repeatedly. A manifest that did not change since the last reading is
 * neither parsed nor checked nor converted again. For one thread.
 */
public final class SnapshotReader {
    private final ManifestReader reader;
    private final ManifestAdmission admission;
    private final Map<String, String> shell;
    private Map<Manifest, CheckedManifest> remembered = Map.of();

    /** @param directory or a single file */
    public SnapshotReader(Path directory) {
        this(directory, System.getenv());
    }

    /** @param shell the variables of the process */
    public SnapshotReader(Path directory, Map<String, String> shell) {
        this.reader = new ManifestReader(directory);
        this.admission = new ManifestAdmission();
        this.shell = shell;
    }

    public Snapshot read() {
        var manifests = reader.read();
        // The reader hands out the same instance while a file stays the same.
        var checked = new IdentityHashMap<Manifest, CheckedManifest>();
        for (var manifest : manifests.manifests()) {
            var known = remembered.get(manifest);
            checked.put(manifest, known == null ? check(manifest) : known);
        }
        remembered = checked;
        return snapshot(manifests, checked);
    }

    /** The outcome of one manifest; {@code object} is there for admitted ones of our kinds. */
    private record CheckedManifest(ManifestAdmission.Result result, Optional<HasMetadata> object) {}

    private CheckedManifest check(Manifest manifest) {
        var result = admission.check(manifest);
        return switch (result) {
            case ManifestAdmission.Result.Admitted(var content)
            when manifest.key().kind().isOurs() ->
                new CheckedManifest(result, Optional.of(ObjectConversion.convert(manifest.key(), content)));
            case ManifestAdmission.Result.Admitted other -> new CheckedManifest(result, Optional.empty());
            case ManifestAdmission.Result.Refused other -> new CheckedManifest(result, Optional.empty());
        };
    }

    private Snapshot snapshot(ManifestSet manifests, Map<Manifest, CheckedManifest> checked) {
        var environment = new DirectoryEnvironment(manifests, shell);
        var diagnostics = new ArrayList<>(manifests.problems());
        diagnostics.addAll(environment.unused());
        var values = environment.values();
        var refused = new HashSet<Manifest>();
        var objects = new ArrayList<HasMetadata>();
        var documents = new DirectoryDocuments(environment.secrets(), values);
        var labels = new HashMap<String, Map<String, String>>();
        for (var manifest : manifests.manifests()) {
            var result = checked.get(manifest);
            switch (result.result()) {
                case ManifestAdmission.Result.Admitted(var content) -> {
                    result.object().ifPresent(objects::add);
                    take(manifest, content, documents, labels);
                }
                case ManifestAdmission.Result.Refused(var problems) -> {
                    refused.add(manifest);
                    problems.forEach(problem -> diagnostics.add(Located.in(manifest, problem)));
                }
            }
        }
        return new Snapshot(manifests, typed(objects, documents, labels, values), refused, diagnostics);
    }

    private static void take(
            Manifest manifest,
            Map<String, Object> content,
            DirectoryDocuments documents,
            Map<String, Map<String, String>> labels) {
        switch (manifest.key().kind()) {
            case CONFIG_MAP, SECRET -> documents.add(manifest.key(), content);
            case NAMESPACE -> labels.put(manifest.key().name(), labels(manifest, content));
            case SERVER, TOOL, PROMPT, RESOURCE -> {}
        }
    }

    private static AdmittedObjects typed(
            List<HasMetadata> objects,
            DirectoryDocuments documents,
            Map<String, Map<String, String>> labels,
            Map<String, String> environment) {
        return new AdmittedObjects(
                ObjectConversion.only(HyperterseServer.class, objects),
                ObjectConversion.only(Tool.class, objects),
                ObjectConversion.only(Prompt.class, objects),
                ObjectConversion.only(McpResource.class, objects),
                documents,
                new Namespaces(labels),
                environment,
                Optional.empty());
    }

    private static Map<String, String> labels(Manifest namespace, Map<String, Object> content) {
        var labels = new HashMap<>(DirectoryDocuments.labels(content));
        // Every namespace of a cluster has this one; selectors rely on it.
        labels.put("kubernetes.io/metadata.name", namespace.key().name());
        return labels;
    }
}
