package dev.hyperterse.cli.status;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Makes the report of what a cluster holds. */
public final class Diagnosis {
    private Diagnosis() {}

    /**
     * All that there is.
     *
     * @param version of this command line
     */
    public static StatusReport of(ClusterState cluster, Lookup lookup, String version, Instant now) {
        var shown = cluster.definitions().stream()
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
                        .map(it -> new ServerDiagnosis(it, cluster, lookup).line(shown))
                        .toList(),
                cluster.definitions().stream()
                        .map(it -> new DefinitionDiagnosis(it, cluster, lookup).line())
                        .toList());
    }

    /** The part of the report about one object, and about the cluster. */
    public static StatusReport only(StatusReport report, ObjectName object) {
        var name = object.name();
        return object.kind() == ObservedKind.SERVER
                ? new StatusReport(
                        report.findings(),
                        report.servers().stream()
                                .filter(it -> it.name().equals(name))
                                .toList(),
                        List.of())
                : new StatusReport(
                        report.findings(),
                        List.of(),
                        report.definitions().stream()
                                .filter(it -> it.kind().equals(object.kind().kind())
                                        && it.name().equals(name))
                                .toList());
    }
}
