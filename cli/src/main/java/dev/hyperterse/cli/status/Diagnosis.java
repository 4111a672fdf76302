package dev.hyperterse.cli.status;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the report of what a cluster holds. */
public final class Diagnosis {
    private Diagnosis() {}

    /**
     * All that there is, or one object.
     *
     * @param version of this command line
     */
    public static StatusReport of(
            ClusterState cluster, Lookup lookup, Optional<ObjectName> only, String version, Instant now) {
        // Definitions that have lines of their own.
        var shown = only.isPresent()
                ? Set.<String>of()
                : cluster.definitions().stream()
                        .map(it -> "%s %s/%s".formatted(it.kind().kind(), it.namespace(), it.name()))
                        .collect(Collectors.toSet());
        var findings = new ArrayList<Finding>();
        if (!cluster.missingKinds().isEmpty()) {
            findings.add(Finding.blocking(
                    "the cluster does not have the CustomResourceDefinitions "
                            + String.join(", ", cluster.missingKinds()),
                    "install them with the chart hyperterse-crds or install/hyperterse.yaml, or choose another cluster"
                            + " with --context"));
        }
        findings.addAll(OperatorFindings.of(cluster.operator(), version, now));
        return new StatusReport(
                findings,
                cluster.servers().stream()
                        .filter(it -> isAsked(
                                only, ObservedKind.SERVER, it.getMetadata().getName()))
                        .map(it -> new ServerDiagnosis(it, cluster, lookup).line(shown))
                        .toList(),
                cluster.definitions().stream()
                        .filter(it -> isAsked(only, it.kind(), it.name()))
                        .map(it -> new DefinitionDiagnosis(it, cluster, lookup).line())
                        .toList());
    }

    private static boolean isAsked(Optional<ObjectName> only, ObservedKind kind, String name) {
        return only.map(new ObjectName(kind, name)::equals).orElse(true);
    }
}
