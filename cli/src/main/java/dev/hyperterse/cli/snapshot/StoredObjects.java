package dev.hyperterse.cli.snapshot;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The objects that an API server would hold after each reading of a directory. A refused or unreadable manifest leaves its object
 * unchanged; a deleted manifest deletes it. Readings may be of copies of one directory. Not thread-safe.
 */
public final class StoredObjects {
    private Map<ObjectKey, String> files = Map.of();
    private Optional<AdmittedObjects> before = Optional.empty();

    /** @param survivors the objects that stay as they were, because the reading broke them */
    public record Completed(AdmittedObjects objects, Set<ObjectKey> survivors) {}

    /** The objects of that reading, completed by those it broke. */
    public Completed after(Snapshot snapshot) {
        var survivors = survivors(snapshot);
        var completed =
                before.map(old -> completed(snapshot.objects(), old, survivors)).orElse(snapshot.objects());
        files = filesOf(snapshot, survivors);
        before = Optional.of(completed);
        return new Completed(completed, survivors);
    }

    private Set<ObjectKey> survivors(Snapshot snapshot) {
        var present = new HashSet<ObjectKey>();
        var refused = new HashSet<ObjectKey>();
        for (var manifest : snapshot.manifests().manifests()) {
            (snapshot.refused().contains(manifest) ? refused : present).add(manifest.key());
        }
        var unreadable = unreadableFiles(snapshot);
        return files.entrySet().stream()
                .filter(known -> !present.contains(known.getKey()))
                .filter(known -> snapshot.manifests().partial()
                        || refused.contains(known.getKey())
                        || unreadable.contains(known.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** If even the objects could not be distinguished, any of them may be missing. */
    private static Set<String> unreadableFiles(Snapshot snapshot) {
        return snapshot.manifests().problems().stream()
                .filter(Diagnostic::isError)
                .map(problem -> within(snapshot, problem.place().file()))
                .collect(Collectors.toSet());
    }

    /** The name of a file within its directory. */
    private static String within(Snapshot snapshot, String file) {
        var directory = snapshot.manifests().directory().normalize();
        return directory.relativize(Path.of(file)).toString();
    }

    private Map<ObjectKey, String> filesOf(Snapshot snapshot, Set<ObjectKey> survivors) {
        var next = new HashMap<ObjectKey, String>();
        survivors.forEach(key -> next.put(key, files.get(key)));
        for (Manifest manifest : snapshot.manifests().manifests()) {
            if (!snapshot.refused().contains(manifest)) {
                next.put(manifest.key(), within(snapshot, manifest.place().file()));
            }
        }
        return next;
    }

    private static AdmittedObjects completed(AdmittedObjects now, AdmittedObjects old, Set<ObjectKey> survivors) {
        if (survivors.isEmpty()) {
            return now;
        }
        return new AdmittedObjects(
                with(now.servers(), old.servers(), ManifestKind.SERVER, survivors),
                with(now.tools(), old.tools(), ManifestKind.TOOL, survivors),
                with(now.prompts(), old.prompts(), ManifestKind.PROMPT, survivors),
                with(now.resources(), old.resources(), ManifestKind.RESOURCE, survivors),
                documents(now.documents(), old.documents(), survivors),
                now.namespaces(),
                now.environment());
    }

    private static <T extends HasMetadata> List<T> with(
            List<T> now, List<T> old, ManifestKind kind, Set<ObjectKey> survivors) {
        var all = new ArrayList<>(now);
        old.stream()
                .filter(object -> survivors.contains(new ObjectKey(
                        kind,
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName())))
                .forEach(all::add);
        return all;
    }

    private static Documents documents(Documents now, Documents old, Set<ObjectKey> survivors) {
        return new Documents() {
            @Override
            public Optional<Entries> configMap(String namespace, String name) {
                var survived = survivors.contains(new ObjectKey(ManifestKind.CONFIG_MAP, namespace, name));
                return (survived ? old : now).configMap(namespace, name);
            }

            @Override
            public Optional<Entries> secret(String namespace, String name) {
                var survived = survivors.contains(new ObjectKey(ManifestKind.SECRET, namespace, name));
                return (survived ? old : now).secret(namespace, name);
            }
        };
    }
}
