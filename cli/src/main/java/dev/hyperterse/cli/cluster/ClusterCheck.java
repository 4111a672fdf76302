package dev.hyperterse.cli.cluster;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.difference.Comparison;
import dev.hyperterse.cli.difference.DirectoryDifference;
import dev.hyperterse.cli.difference.StandInSecrets;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.snapshot.AdmittedObjects;
import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.cli.snapshot.StoredObjects;
import dev.hyperterse.cli.validation.Validation;
import dev.hyperterse.cli.validation.ValidationReport;
import dev.hyperterse.cli.validation.place.Elsewhere;
import dev.hyperterse.compiler.platform.Platform;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A directory as it would be if it were applied to a cluster. */
public final class ClusterCheck {
    private ClusterCheck() {}

    /** Everything that is wrong with the directory on that cluster, whose servers, names and ConfigMaps are known then. */
    public static ValidationReport validation(Snapshot snapshot, Cluster cluster) {
        var stored = cluster.objects(snapshot.objects().namespacesConcerned())
                .on(snapshot.objects().platform());
        var applied = snapshot.objects().over(stored);
        var found = Comparison.of(
                StandInSecrets.in(stored, cluster::hasSecret), StandInSecrets.in(applied, cluster::hasSecret));
        return Validation.of(snapshot, applied.servers(), found.compiled());
    }

    /**
     * What applying the directory changes.
     *
     * @param base the directory as it was: what is only there is deleted; without it nothing is
     * @param platform the fragments that the cluster merges
     */
    public static DirectoryDifference.Result difference(
            Snapshot snapshot, Optional<Snapshot> base, Optional<Platform> platform, Cluster cluster) {
        var namespaces = new HashSet<>(snapshot.objects().namespacesConcerned());
        base.ifPresent(it -> namespaces.addAll(it.objects().namespacesConcerned()));
        var stored = cluster.objects(namespaces).on(platform);
        var before = base.map(it -> it.objects().over(stored)).orElse(stored);
        var after = base.map(it -> applied(it, snapshot, stored))
                .orElseGet(() -> snapshot.objects().over(stored));
        var result = DirectoryDifference.between(before, snapshot, after, Elsewhere.IMPOSSIBLE);
        return platform.isPresent() || snapshot.objects().platform().isPresent()
                ? result
                : result.with(unmerged(snapshot, stored));
    }

    /** The cluster merges fragments that this comparison leaves out. */
    private static List<Diagnostic> unmerged(Snapshot snapshot, AdmittedObjects stored) {
        var fragments = stored.servers().stream()
                .flatMap(it -> Optional.ofNullable(it.getStatus()).stream())
                .flatMap(it -> it.platformFragments().stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return fragments.isEmpty()
                ? List.of()
                : List.of(Diagnostic.ofFile(
                        Place.startOf(snapshot.manifests().directory().toString()),
                        Severity.NOTICE,
                        "platform-fragments",
                        "the cluster merges its servers with fragments of the platform (%s), and this comparison does not"
                                .formatted(fragments),
                        "give them with --platform FILE"));
    }

    /** Objects of a file that cannot be read any more are not deleted. */
    private static AdmittedObjects applied(Snapshot base, Snapshot now, AdmittedObjects stored) {
        var readings = new StoredObjects();
        readings.after(base);
        var completed = readings.after(now);
        var kept = now.manifests().manifests().stream().map(Manifest::key).collect(Collectors.toSet());
        kept.addAll(completed.survivors());
        var others = stored.without(base.manifests().manifests().stream()
                .map(Manifest::key)
                .filter(key -> !kept.contains(key))
                .collect(Collectors.toSet()));
        return completed.objects().over(others);
    }
}
