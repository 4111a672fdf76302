package dev.hyperterse.cli.snapshot;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ObjectKey;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
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
        var completed = before.filter(_ -> !survivors.isEmpty())
                .map(old -> snapshot.objects().with(survivors, old))
                .orElse(snapshot.objects());
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
}
